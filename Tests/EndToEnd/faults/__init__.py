"""`make faults`: real faults, many of them, at random moments; what the call hears must not suffer."""
