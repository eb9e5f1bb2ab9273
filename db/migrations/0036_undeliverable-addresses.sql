CREATE TABLE "undeliverable_addresses" (
	"hash" text PRIMARY KEY NOT NULL,
	"marked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "undeliverable_addresses_marked_at_index" ON "undeliverable_addresses" USING btree ("marked_at");