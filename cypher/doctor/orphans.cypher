// Returns the cues, projects and documents that no memory leads to, as label and key. Parameters: $namespace.
MATCH (n:Cue) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:HAS_CUE]-() }
RETURN 'Cue' AS label, n.key AS key
UNION ALL
MATCH (n:Project) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:IN_PROJECT]-() }
RETURN 'Project' AS label, n.key AS key
UNION ALL
MATCH (n:Document) WHERE n.namespace = $namespace AND n.key >= '' AND NOT EXISTS { (n)<-[:FROM_DOCUMENT]-() }
RETURN 'Document' AS label, n.key AS key
