"""What the end-to-end tests and the demo stand on: private sound servers, real calls, recordings and their analysis."""
