CREATE TABLE "business_draft_media" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"order_index" integer NOT NULL,
	"caption" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"colour" text NOT NULL,
	"master_key" text
);
--> statement-breakpoint
CREATE TABLE "business_drafts" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"becomes" uuid DEFAULT gen_random_uuid() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"step" text DEFAULT 'profile' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"business_id" uuid NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_business_steps" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "business_gallery_images" ADD COLUMN "master_key" text;--> statement-breakpoint
ALTER TABLE "business_logos" ADD COLUMN "master_key" text;--> statement-breakpoint
ALTER TABLE "business_draft_media" ADD CONSTRAINT "business_draft_media_profile_id_business_drafts_profile_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."business_drafts"("profile_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_drafts" ADD CONSTRAINT "business_drafts_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_slugs" ADD CONSTRAINT "business_slugs_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_draft_media_profile_id_index" ON "business_draft_media" USING btree ("profile_id","order_index");--> statement-breakpoint
CREATE UNIQUE INDEX "business_draft_media_logo_unique" ON "business_draft_media" USING btree ("profile_id") WHERE kind = 'logo';--> statement-breakpoint
CREATE UNIQUE INDEX "business_drafts_becomes_unique" ON "business_drafts" USING btree ("becomes");--> statement-breakpoint
CREATE INDEX "business_slugs_business_id_index" ON "business_slugs" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "held_business_steps_expires_at_index" ON "held_business_steps" USING btree ("expires_at");
--> statement-breakpoint
-- What the page of a business shows, whoever may see it: its owner sees it before the public does.
CREATE VIEW business_pages_view AS
SELECT
  b.id,
  b.name,
  b.business_slug,
  b.tagline,
  b.description,
  b.products_services,
  b.industry_id,
  i.name AS industry_name,
  b.city,
  b.county,
  b.postcode,
  br.id AS service_branch_id,
  br.name AS service_branch,
  rt.id AS relationship_type_id,
  rt.name AS relationship_type,
  b.website_url,
  lo.logo_bucket_url AS logo_url,
  lo.width AS logo_width,
  lo.height AS logo_height,
  lo.colour AS logo_colour,
  (
    SELECT coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', g.id, 'image_url', g.image_bucket_url, 'order_index', g.order_index, 'caption', g.caption,
          'width', g.width, 'height', g.height, 'colour', g.colour
        ) ORDER BY g.order_index, g.id
      ),
      '[]'::jsonb
    )
    FROM business_gallery_images g
    WHERE g.business_id = b.id
  ) AS gallery_images,
  b.email,
  b.business_phone_number,
  b.facebook_url,
  b.linkedin_url,
  b.instagram_url,
  b.twitter_url,
  b.tiktok_url,
  b.youtube_url,
  b.google_business_url,
  b.promo_video_url,
  b.street_address,
  bt.name AS business_type,
  b.profile_id,
  b.created_at,
  coalesce(b.updated_at, b.created_at) AS updated_at,
  coalesce(b.is_active, true) AS is_active,
  s.name = 'Verified' AS is_owner_verified,
  p.suspended_at IS NOT NULL AS is_owner_suspended
FROM businesses b
JOIN profiles p ON p.id = b.profile_id
LEFT JOIN verification_statuses s ON s.id = p.verification_status_id
LEFT JOIN verifications v ON v.profile_id = p.id
LEFT JOIN armed_forces_branches br ON br.id = v.service_branch_id
LEFT JOIN military_relationship_types rt ON rt.id = coalesce(v.military_relationship_type_id, p.military_relationship_type_id)
LEFT JOIN industries i ON i.id = b.industry_id
LEFT JOIN business_types bt ON bt.id = b.business_type_id
LEFT JOIN business_logos lo ON lo.business_id = b.id;
--> statement-breakpoint
-- What the public may see, and of whom: active businesses (null counts as active) whose owner is verified and not
-- suspended. Who is listed is decided here alone.
CREATE OR REPLACE VIEW public_businesses_view AS
SELECT
  id, name, business_slug, tagline, description, products_services, industry_id, industry_name, city, county, postcode,
  service_branch_id, service_branch, relationship_type_id, relationship_type, website_url, logo_url, logo_width,
  logo_height, logo_colour, gallery_images, email, business_phone_number, facebook_url, linkedin_url, instagram_url,
  twitter_url, tiktok_url, youtube_url, google_business_url, promo_video_url, street_address, business_type, profile_id,
  created_at, updated_at
FROM business_pages_view
WHERE is_active AND is_owner_verified AND NOT is_owner_suspended;
