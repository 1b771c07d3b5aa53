// Constraints and indexes of graphcue. Safe to run again: what is there stays. Neo4j 5 Community is enough.
CREATE CONSTRAINT graphcue_namespace IF NOT EXISTS FOR (n:Namespace) REQUIRE n.name IS UNIQUE;
CREATE CONSTRAINT graphcue_memory IF NOT EXISTS FOR (n:Memory) REQUIRE (n.namespace, n.id) IS UNIQUE;
CREATE CONSTRAINT graphcue_cue IF NOT EXISTS FOR (n:Cue) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE CONSTRAINT graphcue_person IF NOT EXISTS FOR (n:Person) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE CONSTRAINT graphcue_entity IF NOT EXISTS FOR (n:Entity) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE CONSTRAINT graphcue_project IF NOT EXISTS FOR (n:Project) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE CONSTRAINT graphcue_document IF NOT EXISTS FOR (n:Document) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE CONSTRAINT graphcue_session IF NOT EXISTS FOR (n:Session) REQUIRE (n.namespace, n.id) IS UNIQUE;
CREATE CONSTRAINT graphcue_tombstone IF NOT EXISTS FOR (n:Tombstone) REQUIRE (n.namespace, n.key) IS UNIQUE;
CREATE INDEX graphcue_memory_order IF NOT EXISTS FOR (n:Memory) ON (n.namespace, n.order_key);
CREATE INDEX graphcue_memory_thread IF NOT EXISTS FOR (n:Memory) ON (n.namespace, n.thread, n.order_key);
CREATE INDEX graphcue_memory_project IF NOT EXISTS FOR (n:Memory) ON (n.namespace, n.project, n.order_key);
CREATE INDEX graphcue_memory_kind IF NOT EXISTS FOR (n:Memory) ON (n.namespace, n.kind, n.order_key);
CREATE INDEX graphcue_person_name IF NOT EXISTS FOR (n:Person) ON (n.namespace, n.name);
CREATE INDEX graphcue_entity_name IF NOT EXISTS FOR (n:Entity) ON (n.namespace, n.name);
