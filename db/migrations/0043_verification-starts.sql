ALTER TABLE "directory_listings" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "verification_starts_at" timestamp with time zone;