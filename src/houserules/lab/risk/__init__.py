"""What many rounds bring."""
