ALTER TABLE "fact_checks" ADD COLUMN "business_name" text;--> statement-breakpoint
ALTER TABLE "fact_checks" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "fact_checks" ADD COLUMN "trade_ids" text[];
--> statement-breakpoint
-- A name as it is compared with another: without its case, spacing, punctuation and accents. One of punctuation alone is compared as it is.
CREATE FUNCTION fold_name(name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT coalesce(nullif(replace(public.search_words(name), ' ', ''), ''), name) $$;
--> statement-breakpoint
CREATE FUNCTION business_place(city text, postcode text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT concat_ws(', ', nullif(btrim(city), ''), nullif(btrim(postcode), '')) $$;
--> statement-breakpoint
-- What a business does: the ids of its trades, and that of its industry, in order.
CREATE FUNCTION business_subjects(business uuid) RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
    SELECT t.trade_id AS id FROM public.business_trades t WHERE t.business_id = business
    UNION ALL
    SELECT 'industry:' || b.industry_id FROM public.businesses b WHERE b.id = business AND b.industry_id IS NOT NULL
  ) own
$$;
--> statement-breakpoint
-- What a confirmation is of besides the value of the fact, to be compared. Null without a name.
CREATE FUNCTION fact_subject(fact text, name text, place text, trade_ids text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT public.fold_name(name) || CASE WHEN fact = 'insurance'
    THEN '|' || coalesce(public.fold_name(place), '') || '|' || coalesce(array_to_string(trade_ids, ','), '') ELSE '' END
$$;
--> statement-breakpoint
-- A check is of the business as it was when the owner asked, then when a reviewer decided. By a trigger, so that it holds for every
-- writer, also for a process of the release before. One that is restored keeps what it has.
CREATE FUNCTION describe_fact_check() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  SELECT
    b.name,
    CASE WHEN NEW.fact = 'insurance' THEN business_place(b.city, b.postcode) END,
    CASE WHEN NEW.fact = 'insurance' THEN business_subjects(b.id) END
  INTO NEW.business_name, NEW.place, NEW.trade_ids
  FROM businesses b WHERE b.id = NEW.business_id;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER describe_asked BEFORE INSERT ON fact_checks
FOR EACH ROW WHEN (NEW.business_name IS NULL) EXECUTE FUNCTION describe_fact_check();
--> statement-breakpoint
CREATE TRIGGER describe_decided BEFORE UPDATE OF decided_at ON fact_checks
FOR EACH ROW WHEN (OLD.decided_at IS NULL AND NEW.decided_at IS NOT NULL) EXECUTE FUNCTION describe_fact_check();
--> statement-breakpoint
-- What was confirmed before is taken to be of the business as it is now.
UPDATE fact_checks c SET
  business_name = b.name,
  place = CASE WHEN c.fact = 'insurance' THEN business_place(b.city, b.postcode) END,
  trade_ids = CASE WHEN c.fact = 'insurance' THEN business_subjects(b.id) END
FROM businesses b WHERE b.id = c.business_id;
