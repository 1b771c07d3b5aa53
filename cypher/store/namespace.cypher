// Returns the numbers of one namespace; no row if nothing was ever written to it. Parameters: $name.
MATCH (n:Namespace {name: $name})
RETURN n.revision, n.names_revision, n.fingerprint, n.language, n.counts, n.schema, n.aliases,
  n.form, n.formed, n.tombstone_key
