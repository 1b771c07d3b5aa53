// Returns the outlines of memories: id and the fields that ranking looks at, missing ones absent, in no order.
// Parameters: $namespace and, in $given, ids.
UNWIND $given.ids AS id
MATCH (m:Memory {namespace: $namespace, id: id})
RETURN m.id, m.order_time, m.occurred_grain, m.author, m.project, m.kind, m.document, m.thread, m.asks
