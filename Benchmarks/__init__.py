"""Measures the speed and cost of `speakcall`, compared with what people would type instead."""
