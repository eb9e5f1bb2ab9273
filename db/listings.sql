-- Version 9
--
-- Who is listed, and what the directory searches. This file is a repeatable migration: it runs after the others on a database
-- that had a lower version of it, and never on one that had a higher version, so an older release that starts later changes
-- nothing. Change it here, raise the version in the first line, and keep every column that an older release reads. A job then
-- refreshes the listings that differ.

DROP VIEW IF EXISTS public_businesses_view, business_pages_view;
--> statement-breakpoint
-- What the page of a business shows, whoever may see it. An owner is verified from a minute after the approval until the day
-- their verification ends, by the clock: nothing has to be written then. Approved is also one whose verification is yet to begin.
-- Names are looked up by subqueries, as each join makes planning slower, and planning is most of what the page of a business costs
-- the database.
CREATE VIEW business_pages_view AS
SELECT
  b.id,
  b.name,
  b.business_slug,
  b.tagline,
  b.description,
  b.products_services,
  b.industry_id,
  (SELECT i.name FROM industries i WHERE i.id = b.industry_id) AS industry_name,
  b.city,
  b.county,
  b.postcode,
  v.service_branch_id,
  (SELECT a.name FROM armed_forces_branches a WHERE a.id = v.service_branch_id) AS service_branch,
  -- What was checked, and never what owners say of themselves on their profiles.
  v.military_relationship_type_id AS relationship_type_id,
  (SELECT t.name FROM military_relationship_types t WHERE t.id = v.military_relationship_type_id) AS relationship_type,
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
  -- Sole traders and partners often work from home. Where the owner has not said, the type of the business decides.
  CASE
    WHEN coalesce(
      b.shows_street_address,
      (
        SELECT t.name IN ('Limited company', 'Limited liability partnership', 'Community interest company', 'Charity')
        FROM business_types t WHERE t.id = b.business_type_id
      )
    ) THEN b.street_address
  END AS street_address,
  (SELECT t.name FROM business_types t WHERE t.id = b.business_type_id) AS business_type,
  b.service_radius,
  b.serves_uk,
  b.profile_id,
  b.created_at,
  coalesce(b.updated_at, b.created_at) AS updated_at,
  coalesce(b.is_active, true) AS is_active,
  p.verification_status_id = (SELECT s.id FROM verification_statuses s WHERE s.name = 'Verified')
    AND coalesce(p.verification_starts_at <= now(), true)
    AND coalesce(p.verification_ends_at > now(), true) AS is_owner_verified,
  p.suspended_at IS NOT NULL AS is_owner_suspended,
  v.verified_at,
  p.verification_ends_at,
  p.verification_starts_at,
  p.verification_status_id = (SELECT s.id FROM verification_statuses s WHERE s.name = 'Verified')
    AND coalesce(p.verification_ends_at > now(), true) AS is_owner_approved,
  -- What the verification rests on, as far as the public may know it.
  (
    SELECT jsonb_build_object('basis', r.basis, 'isConfirmedAlone', r.is_confirmed_alone)
    FROM verification_records r
    WHERE r.profile_id = p.id AND r.ended_at IS NULL AND r.confirmed_at IS NOT NULL
  ) AS record
FROM businesses b
JOIN profiles p ON p.id = b.profile_id
LEFT JOIN verifications v ON v.profile_id = p.id
LEFT JOIN business_logos lo ON lo.business_id = b.id;
--> statement-breakpoint
-- Listed now are active businesses (null counts as active) whose owner is verified and not suspended.
CREATE VIEW public_businesses_view AS
SELECT
  id, name, business_slug, tagline, description, products_services, industry_id, industry_name, city, county, postcode,
  service_branch_id, service_branch, relationship_type_id, relationship_type, website_url, logo_url, logo_width,
  logo_height, logo_colour, gallery_images, email, business_phone_number, facebook_url, linkedin_url, instagram_url,
  twitter_url, tiktok_url, youtube_url, google_business_url, promo_video_url, street_address, business_type, service_radius,
  serves_uk, profile_id, created_at, updated_at, verified_at, verification_ends_at, record
FROM business_pages_view
WHERE is_active AND is_owner_verified AND NOT is_owner_suspended;
--> statement-breakpoint
-- The words of a listing's text. A word with a hyphen is also one word: 'book-keeper' is 'book', 'keeper' and 'bookkeeper'; so are
-- initials: 'R.A.F.' is 'r', 'a', 'f' and 'raf'.
CREATE OR REPLACE FUNCTION listing_words(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT concat_ws(
    ' ',
    words,
    CASE WHEN position('-' IN value) > 0 THEN (
      SELECT string_agg(replace(compound[1], '-', ''), ' ')
      FROM regexp_matches(public.fold_text(value), '([a-z0-9]+(?:-[a-z0-9]+)+)', 'g') AS compound
    ) END,
    CASE WHEN words ~ '\m[a-z] [a-z]\M' THEN (
      SELECT string_agg(replace(initials[1], ' ', ''), ' ')
      FROM regexp_matches(words, '\m([a-z](?: [a-z])+)\M', 'g') AS initials
    ) END
  )
  FROM (SELECT public.search_words(value) AS words) AS w
$$;
--> statement-breakpoint
-- The stems of words. PostgreSQL takes '12e5b' for a number with a letter behind it, so such words are stemmed here.
CREATE OR REPLACE FUNCTION word_vector(words text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN words ~ '\m[0-9]+e[0-9]+[a-z]' THEN strip(to_tsvector('directory_search', words)) || array_to_tsvector(ARRAY(
    SELECT DISTINCT (ts_lexize('directory_stem', word))[1] FROM unnest(string_to_array(words, ' ')) AS word WHERE word ~ '^[0-9]+e[0-9]+[a-z]'
  )) ELSE strip(to_tsvector('directory_search', words)) END
$$;
--> statement-breakpoint
-- Where a business is, in metres on the National Grid: by its postcode, else its outcode, else its town; null if none is known.
CREATE OR REPLACE FUNCTION place_position(postcode text, city text, county text) RETURNS point
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT coalesce(
    (SELECT w.position FROM postcodes w WHERE w.postcode = upper(regexp_replace($1, '\s', '', 'g'))),
    (
      SELECT o.position FROM places o
      WHERE o.kind = 'outcode'
        AND o.slug = lower((regexp_match($1, '^\s*([A-Za-z]{1,2}[0-9][A-Za-z0-9]?)\s*(?:[0-9][A-Za-z]{2})?\s*$'))[1])
    ),
    (
      SELECT t.position FROM places t
      WHERE t.kind = 'town' AND t.search_name = search_words($2)
      ORDER BY coalesce(search_words(t.county) = search_words($3), false) DESC, t.rank
      LIMIT 1
    )
  )
$$;
--> statement-breakpoint
-- Brings the listings of these businesses in line with the view, and adds their words to the vocabulary. Rows that do not differ
-- are neither written nor locked. Each tier of words contains the one before it, and each has its own column and index, because a
-- GIN index does not know weights.
CREATE OR REPLACE FUNCTION refresh_directory_listings(changed uuid[]) RETURNS void
LANGUAGE plpgsql
AS $$
DECLARE
  deleted integer;
  is_listed boolean;
  written integer := 0;
BEGIN
  -- EXECUTE plans each time: a plan from when the tables were small would scan them for every change.
  EXECUTE $query$
    DELETE FROM directory_listings l
    WHERE l.business_id = ANY ($1)
      AND NOT EXISTS (
        SELECT FROM business_pages_view v
        WHERE v.id = l.business_id AND v.is_active AND v.is_owner_approved AND NOT v.is_owner_suspended
      )
  $query$ USING changed;
  GET DIAGNOSTICS deleted = ROW_COUNT;

  -- Planning what follows is most of a refresh, and businesses that are not listed need nothing of it.
  EXECUTE $query$
    SELECT EXISTS (
      SELECT FROM business_pages_view v
      WHERE v.id = ANY ($1) AND v.is_active AND v.is_owner_approved AND NOT v.is_owner_suspended
    )
  $query$ INTO is_listed USING changed;
  IF is_listed THEN
    EXECUTE $query$
      WITH listed AS MATERIALIZED (
        SELECT
          v.*,
          listing_words(v.name) AS name_text,
          listing_words(concat_ws(E'\n', v.tagline, v.products_services, v.industry_name, t.names)) AS service_text,
          listing_words(concat_ws(E'\n', v.description, v.city, v.county, v.postcode)) AS other_text,
          array_to_tsvector(
            array_remove(ARRAY(SELECT 'trade:' || id FROM unnest(t.ids) AS id) || ('industry:' || v.industry_id), NULL)
          ) AS subject_lexemes,
          -- Beside what owners declare, what their text speaks for: in the same index, so that a trade is found in one look.
          coalesce(
            (SELECT array_to_tsvector(ARRAY['text:any', 'text:' || x.trade_id]) FROM text_trades x WHERE x.listing_id = v.id), ''
          ) AS text_lexemes,
          nullif(t.ids, '{}') AS trade_ids,
          place_position(v.postcode, v.city, v.county) AS at
        FROM business_pages_view v
        CROSS JOIN LATERAL (
          SELECT
            coalesce(array_agg(t.id ORDER BY bt.order_index), '{}') AS ids,
            string_agg(t.name, E'\n' ORDER BY bt.order_index) AS names
          FROM business_trades bt
          JOIN trades t ON t.id = bt.trade_id
          WHERE bt.business_id = v.id
        ) t
        WHERE v.id = ANY ($1) AND v.is_active AND v.is_owner_approved AND NOT v.is_owner_suspended
      ),
      rows AS MATERIALIZED (
        SELECT
          id AS business_id,
          fold_text(btrim(name)) AS sort_name,
          industry_id,
          service_branch_id,
          relationship_type_id,
          EXISTS (SELECT FROM business_gallery_images g WHERE g.business_id = listed.id) AS has_gallery,
          coalesce(website_url, '') ~* '^\s*https?://' AS has_website,
          coalesce(fold_text(city), '') AS city,
          coalesce(fold_text(county), '') AS county,
          coalesce(regexp_replace(fold_text(postcode), '[\s\u00a0]', '', 'g'), '') AS postcode,
          fold_text(concat_ws(E'\n', name, tagline, description, products_services)) AS search_text,
          verification_ends_at AS ends_at,
          verification_starts_at AS starts_at,
          -- Moved by up to 25 metres, always the same way, so that the firms of one outcode have an order by distance.
          point(at[0] + hashtext(id::text) % 25, at[1] + hashtext('north' || id::text) % 25) AS position,
          CASE WHEN NOT serves_uk THEN service_radius * 1609.344 END AS service_metres,
          serves_uk,
          created_at AS listed_since,
          trade_ids,
          name_vector AS name_words,
          name_vector || service_vector || text_lexemes AS service_words,
          name_vector || service_vector || other_vector || long_word AS all_words,
          text
        FROM listed
        CROSS JOIN LATERAL (
          SELECT
            word_vector(name_text) AS name_vector,
            word_vector(service_text) || subject_lexemes AS service_vector,
            word_vector(other_text) AS other_vector,
            concat_ws(' ', name_text, service_text, other_text) AS text
          -- Without it each is computed again wherever it is named.
          OFFSET 0
        ) v
        CROSS JOIN LATERAL (
          -- The vocabulary has no words that are longer: such listings are searched by their texts.
          SELECT CASE WHEN text ~ '[^ ]{41}' THEN array_to_tsvector(ARRAY['long:word']) ELSE ''::tsvector END AS long_word
        ) w
      ),
      changes AS MATERIALIZED (
        SELECT r.*
        FROM rows r
        LEFT JOIN directory_listings l USING (business_id)
        WHERE l.business_id IS NULL
          OR (
            r.sort_name, r.industry_id, r.service_branch_id, r.relationship_type_id, r.has_gallery, r.has_website, r.city, r.county,
            r.postcode, r.search_text, r.ends_at, r.starts_at, r.position[0], r.position[1], r.service_metres, r.serves_uk,
            r.listed_since, r.trade_ids, r.name_words, r.service_words, r.all_words
          ) IS DISTINCT FROM (
            l.sort_name, l.industry_id, l.service_branch_id, l.relationship_type_id, l.has_gallery, l.has_website, l.city, l.county,
            l.postcode, l.search_text, l.ends_at, l.starts_at, l.position[0], l.position[1], l.service_metres, l.serves_uk,
            l.listed_since, l.trade_ids, l.name_words, l.service_words, l.all_words
          )
      ),
      vocabulary AS (
        -- Sorted, so that two writers add the same words in the same order.
        INSERT INTO directory_words (word)
        SELECT DISTINCT found.word
        FROM changes, unnest(string_to_array(text, ' ')) AS found (word)
        WHERE length(found.word) BETWEEN 1 AND 40 AND NOT EXISTS (SELECT FROM directory_words w WHERE w.word = found.word)
        ORDER BY found.word
        ON CONFLICT DO NOTHING
      )
      INSERT INTO directory_listings (
        business_id, sort_name, industry_id, service_branch_id, relationship_type_id, has_gallery, has_website, city, county,
        postcode, search_text, ends_at, starts_at, position, service_metres, serves_uk, listed_since, trade_ids, name_words,
        service_words, all_words
      )
      SELECT
        business_id, sort_name, industry_id, service_branch_id, relationship_type_id, has_gallery, has_website, city, county,
        postcode, search_text, ends_at, starts_at, position, service_metres, serves_uk, listed_since, trade_ids, name_words,
        service_words, all_words
      FROM changes
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
        ends_at = excluded.ends_at,
        starts_at = excluded.starts_at,
        position = excluded.position,
        service_metres = excluded.service_metres,
        serves_uk = excluded.serves_uk,
        listed_since = excluded.listed_since,
        trade_ids = excluded.trade_ids,
        name_words = excluded.name_words,
        service_words = excluded.service_words,
        all_words = excluded.all_words
    $query$ USING changed;
    GET DIAGNOSTICS written = ROW_COUNT;
  END IF;

  IF deleted + written > 0 THEN
    -- For processes of earlier releases; this one hears `page_changes`.
    PERFORM pg_notify('directory_changed', '');
  END IF;
END
$$;
--> statement-breakpoint
-- Issues what is missing to those of these businesses that are listed, or will be, and returns how much: of that day on which it
-- begins, and unknown before. A code, an address or an index that is taken is drawn again. A list of 131,072 indexes takes 98,304, three quarters; then the next one begins.
CREATE OR REPLACE FUNCTION issue_credentials(of_businesses uuid[]) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  missing_businesses uuid[];
  missing_verifications uuid[];
  missing_times timestamp with time zone[];
  list integer;
  room integer;
  written integer;
  total integer := 0;
BEGIN
  -- Bounded, as a transaction that sees no changes of others would draw for ever. A scheduled job issues what is left.
  FOR round IN 1..64 LOOP
    -- EXECUTE plans each time: a plan from when the tables were small would scan them.
    EXECUTE $query$
      SELECT array_agg(p.id), array_agg(v.id), array_agg(greatest(p.verification_starts_at, now()))
      FROM business_pages_view p
      JOIN verifications v ON v.profile_id = p.profile_id
      WHERE p.id = ANY ($1) AND p.is_active AND p.is_owner_approved AND NOT p.is_owner_suspended
        AND NOT EXISTS (SELECT FROM credentials c WHERE c.business_id = p.id AND c.ended_at IS NULL)
    $query$ INTO missing_businesses, missing_verifications, missing_times USING of_businesses;
    EXIT WHEN missing_businesses IS NULL;
    SELECT greatest(max(status_list), (SELECT max(closed.list) + 1 FROM closed_status_lists closed), 1)
      INTO list FROM credentials;
    SELECT 98304 - count(*) INTO room FROM credentials WHERE status_list = list;
    IF room <= 0 THEN
      list := list + 1;
      room := 98304;
    END IF;
    INSERT INTO credentials (code, status_list, status_index, business_id, verification_id, issued_at)
    SELECT
      random_credential_code(),
      list,
      (('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint & 131071)::int,
      m.business_id,
      m.verification_id,
      m.issued_at
    FROM unnest(missing_businesses, missing_verifications, missing_times) AS m (business_id, verification_id, issued_at)
    LIMIT room
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    total := total + written;
  END LOOP;
  RETURN total;
END
$$;
--> statement-breakpoint
-- Called once for each statement. A row of directory_listings is written in the transaction that approves its owner; the row says
-- when the listing begins.
CREATE OR REPLACE FUNCTION follow_credential_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'verifications' THEN
    PERFORM issue_credentials(
      ARRAY(SELECT b.id FROM new_rows n JOIN businesses b ON b.profile_id = n.profile_id)
    );
  ELSIF TG_OP = 'INSERT' THEN
    UPDATE credentials c SET unlisted_at = NULL
    FROM new_rows n
    WHERE c.business_id = n.business_id AND c.ended_at IS NULL AND c.unlisted_at IS NOT NULL
      AND coalesce(n.starts_at <= now(), true);
    PERFORM issue_credentials(ARRAY(SELECT business_id FROM new_rows));
  ELSE
    -- A verification that lapsed did so on its day, not when it was recorded. What never began, did not end.
    UPDATE credentials c SET unlisted_at = least(now(), o.ends_at)
    FROM old_rows o
    WHERE c.business_id = o.business_id AND c.ended_at IS NULL AND coalesce(o.starts_at <= now(), true);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Called once for each statement, however many rows it changed. Arguments: what the key names ('business' or 'profile'), the
-- column that holds it and, for tables with many columns that do not matter here, those that do (their row is $).
CREATE OR REPLACE FUNCTION follow_directory_change() RETURNS trigger
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
    -- Caches also hold what cards show, such as a logo, which no listing has.
    PERFORM pg_notify('directory_changed', '');
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
      ('business_trades', quote_literal('business') || ', ' || quote_literal('business_id')),
      ('profiles', quote_literal('profile') || ', ' || quote_literal('id') || ', ' || quote_literal(
        '$.verification_status_id, $.suspended_at, $.verification_starts_at, $.verification_ends_at')),
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
        'CREATE OR REPLACE TRIGGER follow_%s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION follow_directory_change(%s)',
        lower(change.event), change.event, followed.name, change.tables, followed.arguments
      );
    END LOOP;
  END LOOP;
END
$$;
