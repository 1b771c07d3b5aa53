"""Recall in a conversation: what is active, what was told, and what a follow-up therefore means."""
