"""`make faults`: many real faults at random moments; the call must hear everything."""
