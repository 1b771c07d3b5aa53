// Returns nothing; the numbers of the form whose graph a namespace has taken over are gone. Parameters: $name (of the form).
MATCH (n:Namespace {name: $name})
DELETE n
