"""The lab as the service offers it: figures, slow questions as background jobs, the coach."""
