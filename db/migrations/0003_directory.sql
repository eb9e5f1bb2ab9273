-- Text as the search compares it: without accents and in lower case ('Caffi Môn' is 'caffi mon'). Declared immutable,
-- as the dictionary is the one that ships with PostgreSQL and does not change under us.
CREATE FUNCTION fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
--> statement-breakpoint
-- A term as a LIKE pattern that finds it anywhere; %, _ and \ in it are plain text.
CREATE FUNCTION contains_pattern(term text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT '%' || regexp_replace(fold_text(term), '([\\%_])', '\\\1', 'g') || '%' $$;
--> statement-breakpoint
-- What the public may see, and of whom: active businesses (null counts as active) whose owner is verified and not
-- suspended. Who is listed is decided here alone.
CREATE VIEW public_businesses_view AS
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
  coalesce(b.updated_at, b.created_at) AS updated_at
FROM businesses b
JOIN profiles p ON p.id = b.profile_id
JOIN verification_statuses s ON s.id = p.verification_status_id AND s.name = 'Verified'
LEFT JOIN verifications v ON v.profile_id = p.id
LEFT JOIN armed_forces_branches br ON br.id = v.service_branch_id
LEFT JOIN military_relationship_types rt ON rt.id = coalesce(v.military_relationship_type_id, p.military_relationship_type_id)
LEFT JOIN industries i ON i.id = b.industry_id
LEFT JOIN business_types bt ON bt.id = b.business_type_id
LEFT JOIN business_logos lo ON lo.business_id = b.id
WHERE coalesce(b.is_active, true) AND p.suspended_at IS NULL;
--> statement-breakpoint
-- What the directory searches: one narrow row a listed business, kept by the triggers below from the view above, in the
-- transaction of whatever changed. Searching the businesses themselves costs most of a second at 340,000 rows.
CREATE TABLE directory_listings (
  business_id uuid PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  -- folded, compared byte by byte so that both engines and every locale sort alike
  sort_name text COLLATE "C" NOT NULL,
  industry_id integer,
  service_branch_id integer,
  relationship_type_id integer,
  has_gallery boolean NOT NULL,
  has_website boolean NOT NULL,
  -- folded; a postcode also without its space
  city text COLLATE "C" NOT NULL,
  county text COLLATE "C" NOT NULL,
  postcode text COLLATE "C" NOT NULL,
  -- name, tagline, description and products, folded, joined by a newline, which no search term contains
  search_text text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION refresh_directory_listings(changed uuid[]) RETURNS void
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
      fold_text(concat_ws(E'\n', v.name, v.tagline, v.description, v.products_services))
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
      search_text = excluded.search_text
  $query$ USING changed;

  -- Every process that remembers answers of the directory forgets them when this commits.
  PERFORM pg_notify('directory_changed', '');
END
$$;
--> statement-breakpoint
-- Called once a statement, however many rows it changed. Arguments: what the key names ('business' or 'profile'), the
-- column that holds it, and, for tables most of whose columns do not matter here, those that do (their row is $).
CREATE FUNCTION follow_directory_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  source text;
  ids uuid[];
BEGIN
  source := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %I FROM new_rows', TG_ARGV[1])
    WHEN 'DELETE' THEN format('SELECT %I FROM old_rows', TG_ARGV[1])
    ELSE format('SELECT %1$I FROM new_rows UNION SELECT %1$I FROM old_rows', TG_ARGV[1])
  END;
  IF TG_OP = 'UPDATE' AND TG_NARGS > 2 THEN
    source := format(
      'SELECT n.%I FROM new_rows n JOIN old_rows o USING (id) WHERE (%s) IS DISTINCT FROM (%s)',
      TG_ARGV[1], replace(TG_ARGV[2], '$', 'n'), replace(TG_ARGV[2], '$', 'o')
    );
  END IF;
  EXECUTE 'SELECT array_agg(DISTINCT key) FROM (' || source || ') AS changed (key)' INTO ids;
  IF TG_ARGV[0] = 'profile' THEN
    EXECUTE 'SELECT array_agg(b.id) FROM businesses b WHERE b.profile_id = ANY ($1)' INTO ids USING ids;
  END IF;
  IF ids IS NOT NULL THEN
    PERFORM refresh_directory_listings(ids);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  followed record;
  change record;
BEGIN
  FOR followed IN
    SELECT * FROM (VALUES
      ('businesses', quote_literal('business') || ', ' || quote_literal('id')),
      ('business_logos', quote_literal('business') || ', ' || quote_literal('business_id')),
      ('business_gallery_images', quote_literal('business') || ', ' || quote_literal('business_id')),
      ('profiles', quote_literal('profile') || ', ' || quote_literal('id') || ', '
        || quote_literal('$.verification_status_id, $.military_relationship_type_id, $.suspended_at')),
      ('verifications', quote_literal('profile') || ', ' || quote_literal('profile_id') || ', '
        || quote_literal('$.military_relationship_type_id, $.service_branch_id'))
    ) AS t (name, arguments)
  LOOP
    FOR change IN
      SELECT * FROM (VALUES
        ('INSERT', 'NEW TABLE AS new_rows'),
        ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
        ('DELETE', 'OLD TABLE AS old_rows')
      ) AS t (event, tables)
    LOOP
      EXECUTE format(
        'CREATE TRIGGER follow_%s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION follow_directory_change(%s)',
        lower(change.event), change.event, followed.name, change.tables, followed.arguments
      );
    END LOOP;
  END LOOP;
END
$$;
--> statement-breakpoint
-- The order of every list, walked from either end.
CREATE INDEX directory_listings_order ON directory_listings (sort_name, business_id);
--> statement-breakpoint
CREATE INDEX directory_listings_industry ON directory_listings (industry_id, service_branch_id, sort_name, business_id);
--> statement-breakpoint
-- Counts of the exact filters and of places without touching the wide rows.
CREATE INDEX directory_listings_facets ON directory_listings (service_branch_id, relationship_type_id, industry_id, has_gallery, has_website);
--> statement-breakpoint
CREATE INDEX directory_listings_places ON directory_listings (county, city, postcode);
--> statement-breakpoint
CREATE INDEX directory_listings_text ON directory_listings USING gin (search_text gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX directory_listings_place_trigrams ON directory_listings USING gin (city gin_trgm_ops, county gin_trgm_ops, postcode gin_trgm_ops);
