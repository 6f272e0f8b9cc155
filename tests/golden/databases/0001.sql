CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES('0001');
CREATE TABLE appends (
	game VARCHAR(32) NOT NULL,
	version INTEGER NOT NULL,
	events TEXT NOT NULL,
	command VARCHAR(64) NOT NULL,
	PRIMARY KEY (game, version)
);
CREATE UNIQUE INDEX appends_command ON appends (game, command);
CREATE TABLE listings (
	number INTEGER NOT NULL PRIMARY KEY,
	key VARCHAR(64) NOT NULL,
	game VARCHAR(32) NOT NULL
);
CREATE INDEX listings_key ON listings (key, number);
INSERT INTO appends VALUES('one',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"free"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":null}]','begin');
INSERT INTO appends VALUES('one',1,'[{"type":"sat-down","side":"o","seat":{"type":"person","key":"ben"},"at":"2026-01-02T03:01:00+00:00"}]','sit');
INSERT INTO listings (key, game) VALUES('ann','one');
