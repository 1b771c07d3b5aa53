// Returns the numbers of one namespace once no writer holds it, and keeps writers out until the transaction ends.
// Parameters: $name.
MATCH (n:Namespace {name: $name})
SET n.locked = true
REMOVE n.locked
WITH n
RETURN n.revision, n.names_revision, n.fingerprint, n.language, n.counts, n.schema, n.aliases,
  n.form, n.formed, n.tombstone_key
