BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE appends (
	game VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	events TEXT NOT NULL, 
	command VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game, version)
);
INSERT INTO "appends" VALUES('111111111111111111111111',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"free"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":null}]','command-0');
INSERT INTO "appends" VALUES('111111111111111111111111',1,'[{"type":"sat-down","side":"o","seat":{"type":"person","key":"ben"},"at":"2026-01-02T03:01:00+00:00"}]','command-1');
INSERT INTO "appends" VALUES('111111111111111111111111',2,'[{"type":"played","square":4,"at":"2026-01-02T03:02:00+00:00"}]','command-2');
INSERT INTO "appends" VALUES('111111111111111111111111',3,'[{"type":"offered","kind":"takeback","side":"x","at":"2026-01-02T03:03:00+00:00"}]','command-3');
INSERT INTO "appends" VALUES('111111111111111111111111',4,'[{"type":"took-back","plies":1,"at":"2026-01-02T03:04:00+00:00"}]','command-4');
INSERT INTO "appends" VALUES('111111111111111111111111',5,'[{"type":"played","square":0,"at":"2026-01-02T03:05:00+00:00"}]','command-5');
INSERT INTO "appends" VALUES('111111111111111111111111',6,'[{"type":"offered","kind":"draw","side":"o","at":"2026-01-02T03:06:00+00:00"}]','command-6');
INSERT INTO "appends" VALUES('111111111111111111111111',7,'[{"type":"declined","at":"2026-01-02T03:07:00+00:00"}]','command-7');
INSERT INTO "appends" VALUES('111111111111111111111111',8,'[{"type":"offered","kind":"draw","side":"x","at":"2026-01-02T03:08:00+00:00"}]','command-8');
INSERT INTO "appends" VALUES('111111111111111111111111',9,'[{"type":"agreed","at":"2026-01-02T03:09:00+00:00"}]','command-9');
INSERT INTO "appends" VALUES('111111111111111111111111',10,'[{"type":"offered","kind":"rematch","side":"o","at":"2026-01-02T03:10:00+00:00"}]','command-10');
INSERT INTO "appends" VALUES('111111111111111111111111',11,'[{"type":"rematched","at":"2026-01-02T03:11:00+00:00"}]','command-11');
INSERT INTO "appends" VALUES('111111111111111111111111',12,'[{"type":"resigned","side":"x","at":"2026-01-02T03:12:00+00:00"}]','command-12');
INSERT INTO "appends" VALUES('222222222222222222222222',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"person","key":"ben"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":{"per":"game","seconds":60},"room":"K7M2QXA9","names":["Bold Otter","Sly \"type\":\"left\" Fox"]}]','command-0');
INSERT INTO "appends" VALUES('222222222222222222222222',1,'[{"type":"renamed","side":"x","name":"\"type\":\"took-back\"","at":"2026-01-02T03:01:00+00:00"}]','command-1');
INSERT INTO "appends" VALUES('222222222222222222222222',2,'[{"type":"played","square":4,"at":"2026-01-02T03:02:00+00:00"}]','command-2');
INSERT INTO "appends" VALUES('222222222222222222222222',3,'[{"type":"left","side":"o","at":"2026-01-02T03:03:00+00:00"}]','command-3');
INSERT INTO "appends" VALUES('333333333333333333333333',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"person","key":"ben"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":{"per":"move","seconds":60}}]','command-0');
INSERT INTO "appends" VALUES('333333333333333333333333',1,'[{"type":"clock-resumed","at":"2026-01-02T03:01:00+00:00"}]','command-1');
INSERT INTO "appends" VALUES('333333333333333333333333',2,'[{"type":"ran-out","side":"x","at":"2026-01-02T03:02:00+00:00"}]','command-2');
INSERT INTO "appends" VALUES('444444444444444444444444',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"computer","player":"easy"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":null}]','command-0');
INSERT INTO "appends" VALUES('444444444444444444444444',1,'[{"type":"played","square":4,"at":"2026-01-02T03:01:00+00:00"}]','command-1');
INSERT INTO "appends" VALUES('444444444444444444444444',2,'[{"type":"played","square":0,"at":"2026-01-02T03:01:00+00:00"}]','command-2');
INSERT INTO "appends" VALUES('444444444444444444444444',3,'[{"type":"took-back","plies":2,"at":"2026-01-02T03:02:00+00:00"}]','command-3');
INSERT INTO "appends" VALUES('444444444444444444444444',4,'[{"type":"offered","kind":"takeback","side":"x","at":"2026-01-02T03:03:00+00:00"}]','command-4');
INSERT INTO "appends" VALUES('555555555555555555555555',0,'[{"type":"began","start":".../.../... x 3","x":{"type":"person","key":"ann"},"o":{"type":"person","key":"ben"},"at":"2026-01-02T03:00:00+00:00","score":{"x":0,"o":0,"drawn":0},"clock":null}]','command-0');
INSERT INTO "appends" VALUES('555555555555555555555555',1,'[{"type":"called-off","at":"2026-01-02T03:01:00+00:00"}]','command-1');
INSERT INTO "appends" VALUES('room-K7M2QXA9',0,'[{"type":"room-opened","owner":"owner","secret":"secret","choices":{"board":"3x3:3","way":"free","clock":null,"naming":"drawn","rounds":5,"minutes":15},"at":"2026-01-02T03:00:00+00:00"}]','command-0');
INSERT INTO "appends" VALUES('room-K7M2QXA9',1,'[{"type":"room-joined","key":"ann","name":"Bold Otter","at":"2026-01-02T03:01:00+00:00","is_typed":false}]','command-1');
INSERT INTO "appends" VALUES('room-K7M2QXA9',2,'[{"type":"room-joined","key":"ben","name":"\"type\":\"left\"","at":"2026-01-02T03:02:00+00:00","is_typed":true}]','command-2');
INSERT INTO "appends" VALUES('room-K7M2QXA9',3,'[{"type":"room-chose","choices":{"board":"4x4:3","way":"free","clock":null,"naming":"typed","rounds":5,"minutes":15},"at":"2026-01-02T03:03:00+00:00"}]','command-3');
INSERT INTO "appends" VALUES('room-K7M2QXA9',4,'[{"type":"room-paired","x":0,"o":1,"at":"2026-01-02T03:04:00+00:00"}]','command-4');
INSERT INTO "appends" VALUES('room-K7M2QXA9',5,'[{"type":"room-finished","pairing":0,"result":"x","at":"2026-01-02T03:05:00+00:00","left_by":null}]','command-5');
INSERT INTO "appends" VALUES('room-K7M2QXA9',6,'[{"type":"room-member-renamed","member":1,"name":"Quick Fox","at":"2026-01-02T03:06:00+00:00"}]','command-6');
INSERT INTO "appends" VALUES('room-K7M2QXA9',7,'[{"type":"room-departed","member":0,"is_removed":false,"at":"2026-01-02T03:07:00+00:00","bars":""}]','command-7');
INSERT INTO "appends" VALUES('room-K7M2QXA9',8,'[{"type":"room-departed","member":1,"is_removed":true,"at":"2026-01-02T03:08:00+00:00","bars":"abc"}]','command-8');
INSERT INTO "appends" VALUES('room-K7M2QXA9',9,'[{"type":"room-locked","is_locked":true,"at":"2026-01-02T03:09:00+00:00"}]','command-9');
INSERT INTO "appends" VALUES('room-K7M2QXA9',10,'[{"type":"room-closed","at":"2026-01-02T03:10:00+00:00"}]','command-10');
CREATE TABLE games (
	game VARCHAR(32) NOT NULL, 
	due INTEGER NOT NULL, 
	PRIMARY KEY (game)
);
INSERT INTO "games" VALUES('111111111111111111111111',1800000000);
INSERT INTO "games" VALUES('222222222222222222222222',1800000000);
INSERT INTO "games" VALUES('333333333333333333333333',1800000000);
INSERT INTO "games" VALUES('444444444444444444444444',1800000000);
INSERT INTO "games" VALUES('555555555555555555555555',1800000000);
INSERT INTO "games" VALUES('room-K7M2QXA9',1800000000);
CREATE TABLE listings (
	number INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	game VARCHAR(32) NOT NULL, 
	PRIMARY KEY (number)
);
INSERT INTO "listings" VALUES(1,'ann','111111111111111111111111');
INSERT INTO "listings" VALUES(2,'ann','222222222222222222222222');
INSERT INTO "listings" VALUES(3,'ann','333333333333333333333333');
INSERT INTO "listings" VALUES(4,'ann','444444444444444444444444');
INSERT INTO "listings" VALUES(5,'ann','555555555555555555555555');
CREATE INDEX listings_key ON listings ("key", number);
CREATE INDEX games_due ON games (due);
COMMIT;
