ALTER TABLE "podcast_feeds" ADD COLUMN "empty_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcast_feeds" ADD COLUMN "moved_to" text;--> statement-breakpoint
ALTER TABLE "podcast_feeds" ADD COLUMN "moved_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "podcast_feeds" ADD COLUMN "moved_from" text;