// Returns the id of every memory, and the revision at which it was put or superseded last, in no order. Parameters:
// $namespace.
MATCH (m:Memory)
WHERE m.namespace = $namespace AND m.id >= ''
RETURN m.id, m.revision
