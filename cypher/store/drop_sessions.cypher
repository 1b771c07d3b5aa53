// Returns the number of sessions of a namespace that are gone: those that expired at or before `until`, all of them
// where it is null. Parameters: $name and, in $given, until.
MATCH (s:Session)
WHERE s.namespace = $name AND s.id >= '' AND ($given.until IS NULL OR s.expires <= $given.until)
DELETE s
RETURN count(*) AS dropped
