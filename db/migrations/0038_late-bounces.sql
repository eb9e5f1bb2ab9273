ALTER TABLE "undeliverable_addresses" ADD COLUMN "cleared_at" timestamp with time zone;
--> statement-breakpoint
-- The hash now fits into the envelope sender of an email: its first 15 bytes.
UPDATE "undeliverable_addresses" SET "hash" = left("hash", 20);
