"""Stores behind one contract, chosen by URL."""
