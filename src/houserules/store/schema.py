"""The tables of a store, as numbered migrations. The same for SQLite and PostgreSQL but for types and triggers.

A migration that has been released is never changed; a new one follows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from houserules.store.contract import UnusableStore
from houserules.store.database import Database

SQLITE: Final = {"int": "INTEGER", "bytes": "BLOB", "text": "TEXT"}
POSTGRESQL: Final = {"int": "BIGINT", "bytes": "BYTEA", "text": 'TEXT COLLATE "C"'}

_TABLES: Final = """
CREATE TABLE log (
    id {int} PRIMARY KEY CHECK (id = 1), size {int} NOT NULL, peaks {bytes} NOT NULL, messages {int} NOT NULL);
INSERT INTO log (id, size, peaks, messages) VALUES (1, 0, {empty}, 0);
CREATE TABLE streams (
    id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE, version {int} NOT NULL CHECK (version > 0));
CREATE TABLE accounts (
    id {int} PRIMARY KEY, name {text} NOT NULL UNIQUE, balance {int} NOT NULL);
CREATE TABLE events (
    position {int} PRIMARY KEY CHECK (position > 0), stream {int} NOT NULL, version {int} NOT NULL CHECK (version > 0),
    part {int} NOT NULL, name {text} NOT NULL, at {int} NOT NULL, actor {text} NOT NULL, command_id {text} NOT NULL,
    data {bytes}, command {bytes}, leaf {bytes} NOT NULL, removed {bytes},
    CHECK ((data IS NULL) = (removed IS NOT NULL)),
    UNIQUE (stream, version));
CREATE INDEX events_by_name ON events (stream, name, version) WHERE name LIKE 'round.%ed/1' AND part = 0;
CREATE TABLE transfers (
    position {int} NOT NULL, number {int} NOT NULL, source {int} NOT NULL, target {int} NOT NULL,
    amount {int} NOT NULL CHECK (amount > 0), detail {text} NOT NULL,
    CHECK (source <> target),
    PRIMARY KEY (position, number)){rowless};
CREATE INDEX transfers_by_source ON transfers (source, position);
CREATE INDEX transfers_by_target ON transfers (target, position);
CREATE TABLE receipts (
    command_id {text} PRIMARY KEY, request {bytes} NOT NULL, reply {bytes} NOT NULL, position {int} NOT NULL,
    events {int} NOT NULL, at {int} NOT NULL){rowless};
CREATE TABLE outbox (
    number {int} PRIMARY KEY, topic {text} NOT NULL, body {bytes} NOT NULL);
CREATE TABLE documents (
    digest {text} PRIMARY KEY, content {bytes} NOT NULL){rowless};
CREATE TABLE snapshots (
    stream {text} NOT NULL, version {int} NOT NULL, data {bytes} NOT NULL, PRIMARY KEY (stream, version)){rowless};
CREATE TABLE heads (
    size {int} PRIMARY KEY, root {text} NOT NULL, at {int} NOT NULL, key {text} NOT NULL, signature {text} NOT NULL);
CREATE TABLE tiles (
    level {int} NOT NULL, number {int} NOT NULL, hash {bytes} NOT NULL, PRIMARY KEY (level, number)){rowless};
"""
