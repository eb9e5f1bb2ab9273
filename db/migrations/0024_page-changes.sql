-- Tells every process which pages a statement has made out of date. Called once for each statement, however many rows it changed.
-- Arguments: the subject of lists, and for tables whose rows are shown on pages of their own also the kind of these pages and a
-- query for their slugs, in which $ is the changed rows.
CREATE FUNCTION announce_page_changes() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  changed text;
  slugs text[];
BEGIN
  IF TG_NARGS = 1 THEN
    PERFORM pg_notify('page_changes', TG_ARGV[0]);
    RETURN NULL;
  END IF;
  changed := CASE TG_OP
    WHEN 'INSERT' THEN replace(TG_ARGV[2], '$', 'new_rows')
    WHEN 'DELETE' THEN replace(TG_ARGV[2], '$', 'old_rows')
    ELSE replace(TG_ARGV[2], '$', 'new_rows') || ' UNION ' || replace(TG_ARGV[2], '$', 'old_rows')
  END;
  -- A notification holds 8,000 bytes: of many rows it only says that there are many.
  EXECUTE 'SELECT array_agg(slug) FROM (SELECT slug FROM (' || changed || ') AS every (slug) LIMIT 31) AS few' INTO slugs;
  IF slugs IS NULL THEN
    RETURN NULL;
  END IF;
  IF cardinality(slugs) > 30 THEN
    slugs := ARRAY['*'];
  END IF;
  PERFORM pg_notify('page_changes', TG_ARGV[0] || ' ' || array_to_string(
    ARRAY(SELECT TG_ARGV[1] || ':' || slug FROM unnest(slugs) AS slug), ' '
  ));
  RETURN NULL;
END
$$;
--> statement-breakpoint
DO $do$
DECLARE
  shown record;
  change record;
BEGIN
  FOR shown IN
    SELECT * FROM (VALUES
      ('businesses', 'business', $$'directory', 'business', 'SELECT business_slug FROM $'$$),
      ('business_logos', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('business_gallery_images', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('business_trades', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('directory_listings', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('profiles', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE profile_id IN (SELECT id FROM $)'$$),
      ('verifications', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE profile_id IN (SELECT profile_id FROM $)'$$),
      ('podcasts', 'podcast', $$'podcasts', 'podcast', 'SELECT slug FROM $'$$),
      ('podcast_episodes', 'podcast',
        $$'podcasts', 'podcast', 'SELECT slug FROM podcasts WHERE id IN (SELECT podcast_id FROM $)'$$),
      ('profiles', 'podcast',
        $$'podcasts', 'podcast', 'SELECT slug FROM podcasts WHERE host_profile_id IN (SELECT id FROM $)'$$),
      ('shop_products', 'shop', $$'shop'$$),
      ('trade_pages', 'trade', $$'trade-pages'$$),
      ('industries', 'reference', $$'reference'$$),
      ('armed_forces_branches', 'reference', $$'reference'$$),
      ('military_relationship_types', 'reference', $$'reference'$$),
      ('business_types', 'reference', $$'reference'$$),
      ('trades', 'reference', $$'reference'$$)
    ) AS t (name, kind, arguments)
  LOOP
    FOR change IN
      SELECT * FROM (VALUES
        ('INSERT', 'NEW TABLE AS new_rows'),
        ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
        ('DELETE', 'OLD TABLE AS old_rows')
      ) AS t (event, tables)
    LOOP
      EXECUTE format(
        'CREATE TRIGGER announce_%s_pages_%s AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes(%s)',
        shown.kind, lower(change.event), change.event, shown.name, change.tables, shown.arguments
      );
    END LOOP;
  END LOOP;
END
$do$;
