"""What the doctor found, as JSON."""

from typing import Any

from graphcue.doctor import Finding, Health


def health_json(health: Health, namespace: str) -> dict[str, Any]:
    """Whether a namespace is whole, and what is wrong with it."""
    return {
        "namespace": namespace,
        "whole": health.whole,
        "memories": health.description.memories,
        "revision": health.description.revision,
        "fingerprint": f"{health.description.fingerprint:032x}",
        "findings": [_finding_json(finding) for finding in health.findings],
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "says": finding.says,
        "number": finding.number,
        "examples": list(finding.examples),
        "mended": finding.mended,
        "cure": "" if finding.mended else finding.cure or "graphcue doctor --fix",
    }
