"""How fast `speakcall` is and what it costs, measured beside what people would type instead."""
