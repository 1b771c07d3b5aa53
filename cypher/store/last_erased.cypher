// Returns the highest revision of any namespace that was erased; no row if none was. Parameters: none.
MATCH (n:Namespace {name: ''})
RETURN n.erased
