// Returns nothing; keeps the numbers of one namespace. `writes` are the marks of the last write transactions, by which
// one whose commit was cut off can tell whether it was kept. Parameters: $name and, in $given, numbers (revision,
// names_revision, fingerprint, language, counts, schema, aliases, tombstone_key), mark.
MATCH (n:Namespace {name: $name})
SET n += $given.numbers, n.writes = coalesce(n.writes, [])[-31..] + $given.mark
