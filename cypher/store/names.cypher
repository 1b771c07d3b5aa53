// Returns every person and entity, in no order: key, label, folded, name, organisation, kind, forms (JSON). Parameters:
// $namespace.
MATCH (n:Person)
WHERE n.namespace = $namespace AND n.key >= ''
RETURN n.key, 'Person' AS label, n.folded, n.name, n.organisation, n.kind, n.forms
UNION ALL
MATCH (n:Entity)
WHERE n.namespace = $namespace AND n.key >= ''
RETURN n.key, 'Entity' AS label, n.folded, n.name, n.organisation, n.kind, n.forms
