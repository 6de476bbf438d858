//! Scenarios: readable claims about the rules that are executed (`specs/README.md`).
