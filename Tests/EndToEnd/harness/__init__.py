"""The basis of the end-to-end tests and the demo: private sound servers, real calls, recordings and their analysis."""
