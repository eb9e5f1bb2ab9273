CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"profile_id" uuid,
	"submission_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"mailbox" text NOT NULL,
	CONSTRAINT "contact_messages_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
CREATE TABLE "podcast_episodes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"podcast_id" uuid NOT NULL,
	"guid" text NOT NULL,
	"title" text NOT NULL,
	"published_at" timestamp with time zone,
	"duration_seconds" integer,
	"audio_url" text,
	"audio_type" text,
	"page_url" text,
	"position" integer NOT NULL,
	CONSTRAINT "podcast_episodes_guid_unique" UNIQUE("podcast_id","guid")
);
--> statement-breakpoint
CREATE TABLE "podcast_feeds" (
	"podcast_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"fetched_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "support_inquiries_created_at_index";--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD COLUMN "profile_id" uuid;--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD COLUMN "submission_key" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD COLUMN "handled_by" uuid;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "slug" text;--> statement-breakpoint
-- Podcasts that were there before get an address of their title, and of their id, as titles repeat.
UPDATE "podcasts" SET "slug" = concat_ws('-', nullif(trim(BOTH '-' FROM left(regexp_replace(lower("title"), '[^a-z0-9]+', '-', 'g'), 60)), ''), left("id"::text, 8));--> statement-breakpoint
ALTER TABLE "podcasts" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "cover_width" integer;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "cover_height" integer;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "cover_colour" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "cover_master_key" text;--> statement-breakpoint
ALTER TABLE "podcasts" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_handled_by_profiles_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcast_episodes" ADD CONSTRAINT "podcast_episodes_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "podcast_feeds" ADD CONSTRAINT "podcast_feeds_podcast_id_podcasts_id_fk" FOREIGN KEY ("podcast_id") REFERENCES "public"."podcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_index" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_profile_id_index" ON "contact_messages" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "contact_messages_handled_by_index" ON "contact_messages" USING btree ("handled_by");--> statement-breakpoint
CREATE INDEX "podcast_episodes_position_index" ON "podcast_episodes" USING btree ("podcast_id","position");--> statement-breakpoint
CREATE INDEX "podcast_feeds_due_at_index" ON "podcast_feeds" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD CONSTRAINT "support_inquiries_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD CONSTRAINT "support_inquiries_handled_by_profiles_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_inquiries_profile_id_index" ON "support_inquiries" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "support_inquiries_handled_by_index" ON "support_inquiries" USING btree ("handled_by");--> statement-breakpoint
CREATE INDEX "support_inquiries_created_at_index" ON "support_inquiries" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "support_inquiries" ADD CONSTRAINT "support_inquiries_submission_key_unique" UNIQUE("submission_key");--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_slug_unique" UNIQUE("slug");