"""What a host can watch while the bot runs: figures for Prometheus, and a health check."""
