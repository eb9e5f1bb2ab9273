-- The table directory_listings has been here since 0003; its columns are only declared in TypeScript now.
CREATE TABLE "repeatable_migrations" (
	"name" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"refreshed_version" integer DEFAULT 0 NOT NULL,
	"refreshed_at" timestamp with time zone
);
