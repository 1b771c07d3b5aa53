// Returns the numbers of one namespace, made if it was not there, once no other writer holds it. Held until the
// transaction ends. Parameters: $name.
MERGE (n:Namespace {name: $name})
ON CREATE SET n.revision = 0
SET n.locked = true
REMOVE n.locked
WITH n
RETURN n.revision, n.names_revision, n.fingerprint, n.language, n.counts, n.schema, n.aliases,
  n.form, n.formed, n.tombstone_key
