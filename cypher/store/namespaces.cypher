// Returns the names of all namespaces that were written to, sorted. Parameters: none.
MATCH (n:Namespace)
WHERE n.name IS NOT NULL AND n.revision > 0
RETURN n.name
ORDER BY n.name
