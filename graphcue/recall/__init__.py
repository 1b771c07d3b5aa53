"""Question → answer, one stage a file; `pipeline` states their order."""
