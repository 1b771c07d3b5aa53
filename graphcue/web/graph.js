'use strict';
// All text of strangers reaches the page through textContent or the canvas: none of it is ever read as HTML.
const data = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
const LOOKS = {
  Decision: ['#2457a6', 46], Memory: ['#6fa8dc', 34], Action: ['#2e9e6b', 32], Superseded: ['#e3e8f1', 40],
  Person: ['#f08a24', 38], Entity: ['#8e5fb5', 34], Project: ['#c9453b', 54],
};
const EDGES = {
  SUPERSEDES: ['取代', '#d93a3a', 4], CAUSED_BY: ['起因', '#e07b00', 3], DEPENDS_ON: ['依赖', '#8e5fb5', 2],
  RESOLVES: ['解决', '#2e9e6b', 2], RELATED_TO: ['相关', '#6fa8dc', 2], FOLLOWS: ['接着', '#c5cad3', 1],
  AUTHORED_BY: ['作者', '#f4b678', 2], DECIDED_BY: ['决定', '#f08a24', 2], PRESENTED_BY: ['汇报', '#f4b678', 2],
  APPROVED_BY: ['批准', '#f08a24', 2], ASSIGNED_TO: ['负责', '#2e9e6b', 2], ATTENDED_BY: ['出席', '#e3cdb5', 1],
  MENTIONS: ['提到', '#d5c3e4', 1], IN_PROJECT: ['属于', '#e6b0ab', 1],
};
const LABELS = {
  Decision: '决策 decision', Memory: '记忆 memory', Action: '待办 action', Superseded: '已被取代 superseded',
  Person: '人 person', Entity: '事物 thing', Project: '项目 project',
};

function ring(at) {
  // where a node begins: the nearer the start, the further in; the layout moves it from there, never by chance
  const same = data.nodes.filter((node) => node.depth === data.nodes[at].depth);
  const turn = (2 * Math.PI * same.indexOf(data.nodes[at])) / same.length;
  const radius = 260 * data.nodes[at].depth;
  return { x: radius * Math.cos(turn), y: radius * Math.sin(turn) };
}

const graph = cytoscape({
  container: byId('graph'),
  elements: [
    ...data.nodes.map((node, at) => ({ data: node, position: ring(at) })),
    ...data.edges.map((edge, at) => ({
      // who only attended or is mentioned, and what comes next in time, is told once one of its ends is chosen
      data: { ...edge, id: `edge ${at}`, told: (EDGES[edge.type] || ['', '', 2])[2] > 1 },
    })),
  ],
  style: [
    { selector: 'node', style: {
      label: 'data(caption)', 'font-size': 11, color: '#22304a', 'text-wrap': 'wrap', 'text-max-width': 112, 'text-overflow-wrap': 'anywhere',
      'text-valign': 'bottom', 'text-margin-y': 3, 'text-background-color': '#fff', 'text-background-opacity': 0.75,
      'background-color': (node) => LOOKS[node.data('look')][0], width: (node) => LOOKS[node.data('look')][1],
      height: (node) => LOOKS[node.data('look')][1], 'border-width': (node) => (node.data('depth') ? 1 : 5),
      'border-color': (node) => (node.data('depth') ? '#ffffff' : '#22304a') } },
    { selector: 'node[look = "Superseded"]', style: { 'border-width': 1, 'border-color': '#b4bfd3', color: '#6b7a94' } },
    { selector: 'node[look = "Person"]', style: { 'font-size': 13, 'font-weight': 'bold' } },
    { selector: 'edge', style: {
      'font-size': 9, color: '#6b7a94',
      'text-rotation': 'autorotate', 'text-background-color': '#fff', 'text-background-opacity': 0.8,
      'line-color': (edge) => (EDGES[edge.data('type')] || ['', '#a5abb6'])[1],
      'target-arrow-color': (edge) => (EDGES[edge.data('type')] || ['', '#a5abb6'])[1],
      width: (edge) => (EDGES[edge.data('type')] || ['', '', 1])[2], 'target-arrow-shape': 'triangle',
      'arrow-scale': 0.9, 'curve-style': 'bezier' } },
    { selector: 'edge[?told], edge.near', style: { label: (edge) => (EDGES[edge.data('type')] || [''])[0] } },
    { selector: '.away', style: { opacity: 0.12 } },
  ],
  minZoom: 0.1, maxZoom: 4,
});
graph.layout({
  name: 'cose', randomize: false, animate: false, padding: 30, numIter: 1500, idealEdgeLength: 90,
  nodeRepulsion: 900000, nodeOverlap: 30, gravity: 0.6, componentSpacing: 80,
}).run();

function line(tag, text, parent) {
  const element = document.createElement(tag);
  element.textContent = text;
  parent.append(element);
  return element;
}

function show(node) {
  const facts = byId('facts');
  facts.replaceChildren();
  const it = node.data();
  line('h2', it.caption, facts);
  line('p', [LABELS[it.look], it.status, it.time, it.project].filter(Boolean).join(' · '), facts).className = 'quiet';
  if (it.text) line('p', it.text, facts);
  const list = line('ul', '', facts);
  for (const edge of node.connectedEdges()) {
    const away = edge.source().id() === node.id();
    const other = away ? edge.target() : edge.source();
    const word = (EDGES[edge.data('type')] || [edge.data('type')])[0];
    const item = line('li', `${away ? `${word} →` : `← ${word}`} ${other.data('caption')}`, list);
    item.title = edge.data('rule') || '';
    item.addEventListener('click', () => choose(other));
  }
  line('p', it.id, facts).className = 'quiet';
}

function choose(node) {
  graph.elements().addClass('away').removeClass('near');
  node.closedNeighborhood().removeClass('away').addClass('near');
  show(node);
}

graph.on('tap', 'node', (event) => choose(event.target));
graph.on('tap', (event) => { if (event.target === graph) graph.elements().removeClass('away near'); });
byId('search').addEventListener('input', (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  const found = graph.nodes().filter((node) => `${node.data('caption')} ${node.data('text')}`.toLowerCase().includes(wanted));
  graph.elements().toggleClass('away', Boolean(wanted));
  if (wanted) found.closedNeighborhood().removeClass('away');
});
byId('title').textContent = data.title;
byId('count').textContent = `${data.nodes.length} 个节点 nodes · ${data.edges.length} 条边 edges`
  + (data.cut ? ' · 还有更多，没有画出 there is more' : '');
show(graph.nodes()[0]);
window.graphcue = graph;
