ALTER TABLE "profiles" ADD COLUMN "verification_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "announced_end_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "is_end_allowed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "profiles_verification_ends_at_index" ON "profiles" USING btree ("verification_ends_at") WHERE verification_ends_at IS NOT NULL;--> statement-breakpoint
-- Nobody knows when those were checked whom neither a decision nor a confirmation tells of: the day they declared their
-- service, which they were taken to be checked on, may be years ago. Their year begins now. Nobody has an end yet: that
-- is written with the reminder.
UPDATE verifications v SET verified_at = now()
FROM profiles p JOIN verification_statuses s ON s.id = p.verification_status_id
WHERE p.id = v.profile_id AND s.name = 'Verified'
  AND NOT EXISTS (
    SELECT FROM verification_decisions d
    WHERE d.profile_id = v.profile_id AND d.decision IN ('approved', 'confirmed')
  );
--> statement-breakpoint
-- What the page of a business shows, whoever may see it. An owner is verified until the day their verification ends, by the
-- clock: nothing has to be written on that day.
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
  s.name = 'Verified' AND coalesce(p.verification_ends_at > now(), true) AS is_owner_verified,
  p.suspended_at IS NOT NULL AS is_owner_suspended,
  v.verified_at,
  p.verification_ends_at
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
  created_at, updated_at, verified_at, verification_ends_at
FROM business_pages_view
WHERE is_active AND is_owner_verified AND NOT is_owner_suspended;
--> statement-breakpoint
-- When a listing ends by the clock, though its row may stay until the job has written the end.
ALTER TABLE directory_listings ADD COLUMN ends_at timestamp with time zone;
--> statement-breakpoint
CREATE INDEX directory_listings_ends ON directory_listings (ends_at, business_id) WHERE ends_at IS NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refresh_directory_listings(changed uuid[]) RETURNS void
LANGUAGE plpgsql
AS $$
BEGIN
  -- Planned anew each time: a plan kept from when the tables were small would read them whole for every change.
  EXECUTE $query$
    DELETE FROM directory_listings l
    WHERE l.business_id = ANY ($1)
      AND NOT EXISTS (SELECT FROM public_businesses_view v WHERE v.id = l.business_id)
  $query$ USING changed;

  EXECUTE $query$
    INSERT INTO directory_listings
    SELECT
      v.id,
      fold_text(btrim(v.name)),
      v.industry_id,
      v.service_branch_id,
      v.relationship_type_id,
      EXISTS (SELECT FROM business_gallery_images g WHERE g.business_id = v.id),
      coalesce(v.website_url, '') ~* '^\s*https?://',
      coalesce(fold_text(v.city), ''),
      coalesce(fold_text(v.county), ''),
      coalesce(regexp_replace(fold_text(v.postcode), '[\s\u00a0]', '', 'g'), ''),
      fold_text(concat_ws(E'\n', v.name, v.tagline, v.description, v.products_services)),
      v.verification_ends_at
    FROM public_businesses_view v
    WHERE v.id = ANY ($1)
    ON CONFLICT (business_id) DO UPDATE SET
      sort_name = excluded.sort_name,
      industry_id = excluded.industry_id,
      service_branch_id = excluded.service_branch_id,
      relationship_type_id = excluded.relationship_type_id,
      has_gallery = excluded.has_gallery,
      has_website = excluded.has_website,
      city = excluded.city,
      county = excluded.county,
      postcode = excluded.postcode,
      search_text = excluded.search_text,
      ends_at = excluded.ends_at
  $query$ USING changed;

  -- Every process that remembers answers of the directory forgets them when this commits.
  PERFORM pg_notify('directory_changed', '');
END
$$;
--> statement-breakpoint
DROP TRIGGER follow_update ON profiles;
--> statement-breakpoint
CREATE TRIGGER follow_update AFTER UPDATE ON profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_directory_change(
  'profile', 'id',
  '$.verification_status_id, $.military_relationship_type_id, $.suspended_at, $.verification_ends_at'
);
