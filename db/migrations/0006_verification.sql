CREATE TABLE "verification_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"profile_id" uuid,
	"reviewer_id" uuid,
	"decision" text NOT NULL,
	"reason" text,
	"words" text,
	"service_branch_id" integer,
	"submitted_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "verification_documents" ALTER COLUMN "file_bucket_url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "kind" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "media_type" text;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "size" integer;--> statement-breakpoint
ALTER TABLE "verification_documents" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "queued_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD CONSTRAINT "verification_decisions_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD CONSTRAINT "verification_decisions_reviewer_id_profiles_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD CONSTRAINT "verification_decisions_service_branch_id_armed_forces_branches_id_fk" FOREIGN KEY ("service_branch_id") REFERENCES "public"."armed_forces_branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_decisions_profile_id_index" ON "verification_decisions" USING btree ("profile_id","decided_at");--> statement-breakpoint
CREATE INDEX "verification_decisions_reviewer_id_index" ON "verification_decisions" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "verification_decisions_decided_at_index" ON "verification_decisions" USING btree ("decided_at");--> statement-breakpoint
ALTER TABLE "verifications" ADD CONSTRAINT "verifications_claimed_by_profiles_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_documents_held_index" ON "verification_documents" USING btree ("uploaded_at") WHERE file_bucket_url IS NOT NULL;--> statement-breakpoint
CREATE INDEX "verifications_claimed_by_index" ON "verifications" USING btree ("claimed_by");--> statement-breakpoint
CREATE INDEX "verifications_queue_index" ON "verifications" USING btree ("queued_at","id") WHERE queued_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "verifications_verified_at_index" ON "verifications" USING btree ("verified_at") WHERE verified_at IS NOT NULL;
--> statement-breakpoint
-- Those under review before there was a queue have waited since they sent it in, and those verified since they declared it.
UPDATE verifications v SET
  queued_at = CASE WHEN s.name = 'In Review' THEN coalesce(v.declaration_accepted_at, v.created_at) END,
  verified_at = CASE WHEN s.name = 'Verified' THEN coalesce(v.declaration_accepted_at, v.created_at) END
FROM profiles p JOIN verification_statuses s ON s.id = p.verification_status_id
WHERE p.id = v.profile_id AND s.name IN ('In Review', 'Verified');
--> statement-breakpoint
-- What the page of a business shows, whoever may see it, with when its owner's service was last checked.
CREATE OR REPLACE VIEW business_pages_view AS
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
  p.suspended_at IS NOT NULL AS is_owner_suspended,
  v.verified_at
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
  created_at, updated_at, verified_at
FROM business_pages_view
WHERE is_active AND is_owner_verified AND NOT is_owner_suspended;
