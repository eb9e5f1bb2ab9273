CREATE TABLE "failing_jobs" (
	"subject" text PRIMARY KEY NOT NULL,
	"cause" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"last_failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "raised_alerts" (
	"cause" text NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "raised_alerts_cause_day_pk" PRIMARY KEY("cause","day")
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeat" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"beat_at" timestamp with time zone NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "worker_heartbeat_one_row" CHECK ("worker_heartbeat"."id")
);
