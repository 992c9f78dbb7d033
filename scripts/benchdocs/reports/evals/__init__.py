"""Write a suite's cases, judges and scoring for the harnesses that other teams run."""
