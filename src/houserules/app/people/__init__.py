"""Accounts of people, their roles and sessions."""
