CREATE TABLE "oldest_release" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"migration" text NOT NULL,
	CONSTRAINT "oldest_release_one_row" CHECK ("oldest_release"."id")
);
--> statement-breakpoint
-- From 0013 on the day a verification ends is a column: a release before it would let verified people lapse by its own count.
INSERT INTO "oldest_release" ("migration") VALUES ('0013_verification-ends');
