"""Text → cues: pure functions of text and settings."""

LANGUAGE_VERSION = "3"
"""Raised when rules or dictionaries change what cues a text gives."""
