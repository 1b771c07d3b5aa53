"""The JSON form of what was forgotten, exported, imported, backed up and restored. Pure."""

from typing import Any

from graphcue.backup import Backup, Held, Restored
from graphcue.graph import Counts, Erased, Imported
from graphcue.presentation import counts_json


def erased_json(erased: Erased, *, dry_run: bool = False) -> dict[str, Any]:
    """What was forgotten, or would be."""
    return {
        "dry_run": dry_run,
        **counts_json(erased.counts),
        "memories": erased.memories,
        "changed": erased.changed,
        "mentions": erased.mentions,
        "wiped": erased.wiped,
    }


def revived_json(counts: Counts) -> dict[str, Any]:
    """What taking back a tombstone made and removed."""
    return counts_json(counts)


def imported_json(namespace: str, imported: Imported) -> dict[str, Any]:
    """What an import did."""
    return {
        "namespace": namespace,
        "made": imported.made,
        "changed": imported.changed,
        "unchanged": imported.unchanged,
        "forgotten": imported.forgotten,
        "relations": imported.relations,
        "aliases": imported.aliases,
        "tombstones": imported.tombstones,
        "fingerprint": f"{imported.fingerprint:032x}",
        "equal": imported.equal,
    }


def backup_json(made: Backup) -> dict[str, Any]:
    """A backup that was made, with what it holds."""
    return {
        "path": str(made.path),
        "namespaces": [held_json(one) for one in made.namespaces],
        "removed": [str(path) for path in made.removed],
    }


def restored_json(restored: Restored) -> dict[str, Any]:
    """A backup that was restored, with what the store holds of it."""
    return {"path": str(restored.path), "namespaces": [held_json(one) for one in restored.namespaces]}


def held_json(held: Held) -> dict[str, Any]:
    """What a namespace holds."""
    namespace, memories, fingerprint = held
    return {"namespace": namespace, "memories": memories, "fingerprint": f"{fingerprint:032x}"}
