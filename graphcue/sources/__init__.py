"""Files → records: one reader a format, one registry."""
