"""The server for one machine: matches in SQLite, tables in memory, live updates, bots in worker processes.

Nothing is imported here: worker processes come through this package, and they need no web framework.
"""
