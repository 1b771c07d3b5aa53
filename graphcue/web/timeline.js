'use strict';
// All text of strangers reaches the page through textContent: none of it is ever read as HTML.
const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const chain = byId('chain');
const arcs = document.createElementNS(SVG, 'svg');
arcs.id = 'arcs';
chain.append(arcs);

function line(tag, text, parent, name) {
  const element = document.createElement(tag);
  element.textContent = text;
  if (name) element.className = name;
  parent.append(element);
  return element;
}

const rows = new Map();
for (const step of data.steps) {
  const row = line('article', '', chain, `step ${step.look}`);
  row.dataset.id = step.id;
  line('time', step.time || '无日期 undated', row);
  const body = line('div', '', row);
  line('h2', step.headline, body);
  line('p', [step.kind, step.status, step.people].filter(Boolean).join(' · '), body, 'quiet');
  row.by = line('p', '', body, 'by');
  rows.set(step.id, { row, step });
}

// the moments at which something changes: a memory happens, or is superseded
const moments = [...new Map(data.steps.flatMap((step) => [
  [step.ms, step.time], ...step.superseded_by.filter((one) => one.ms !== null).map((one) => [one.ms, one.time]),
]).filter(([ms]) => ms !== null)).entries()].sort((a, b) => a[0] - b[0]);

function arc(newer, older) {
  const path = document.createElementNS(SVG, 'path');
  path.dataset.newer = newer;
  arcs.append(path);
  return { path, newer, older };
}
const drawn = data.steps.flatMap((step) => step.supersedes.filter((id) => rows.has(id)).map((id) => arc(step.id, id)));

function place() {
  const top = chain.getBoundingClientRect().top;
  arcs.setAttribute('height', chain.scrollHeight);
  for (const { path, newer, older } of drawn) {
    const ends = [newer, older].map((id) => rows.get(id).row);
    const away = ends.some((row) => row.classList.contains('future'));
    path.classList.toggle('away', away);
    if (away) continue;
    const [from, to] = ends.map((row) => row.getBoundingClientRect().top - top + 22);
    const bend = Math.min(110, 40 + Math.abs(from - to) / 8);
    path.setAttribute('d', `M 137 ${from} C ${137 - bend} ${from}, ${137 - bend} ${to}, 137 ${to} m -9 -5 l 9 5 l -9 5`);
  }
}

function look() {
  const [ms, text] = moments.length ? moments[Number(byId('as-of').value)] : [null, ''];
  let old = 0;
  let shown = 0;
  for (const { row, step } of rows.values()) {
    const future = ms !== null && step.ms !== null && step.ms > ms;
    const by = step.superseded_by.filter((one) => one.ms === null || ms === null || one.ms <= ms);
    row.classList.toggle('future', future);
    row.classList.toggle('old', by.length > 0);
    row.by.textContent = by.length ? `被取代 superseded by ${by.map((one) => one.headline).join(', ')}` : '';
    shown += future ? 0 : 1;
    old += !future && by.length ? 1 : 0;
  }
  byId('moment').textContent = text;
  byId('state').textContent = `${shown} 条记忆 memories · ${old} 条已被取代 superseded`;
  place();
}

byId('title').textContent = data.title;
byId('count').textContent = data.total > data.steps.length
  ? `前 ${data.steps.length} 条，共 ${data.total} 条 · the first ${data.steps.length} of ${data.total}` : '';
byId('as-of').max = Math.max(0, moments.length - 1);
byId('as-of').value = byId('as-of').max;
byId('as-of').addEventListener('input', look);
window.addEventListener('resize', place);
look();
