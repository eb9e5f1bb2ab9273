CREATE TABLE "business_trades" (
	"business_id" uuid NOT NULL,
	"trade_id" text NOT NULL,
	"order_index" integer NOT NULL,
	CONSTRAINT "business_trades_business_id_trade_id_pk" PRIMARY KEY("business_id","trade_id")
);
--> statement-breakpoint
CREATE TABLE "directory_words" (
	"word" text PRIMARY KEY NOT NULL,
	"listings" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trade_pages" (
	"trade_id" text NOT NULL,
	"place_slug" text NOT NULL,
	"firms" integer NOT NULL,
	CONSTRAINT "trade_pages_trade_id_place_slug_pk" PRIMARY KEY("trade_id","place_slug")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"search_name" text NOT NULL,
	"kind" text NOT NULL,
	"rank" integer NOT NULL,
	"position" "point",
	"county" text
);
--> statement-breakpoint
CREATE TABLE "postcodes" (
	"postcode" text PRIMARY KEY NOT NULL,
	"position" "point" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reference_files" (
	"name" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trades" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"plural" text NOT NULL,
	"industry_id" integer,
	"synonyms" text[] DEFAULT '{}' NOT NULL,
	"related_ids" text[] DEFAULT '{}' NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shortlisted_businesses" (
	"profile_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "shortlisted_businesses_profile_id_business_id_pk" PRIMARY KEY("profile_id","business_id")
);
--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "shows_street_address" boolean;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "service_radius" integer;--> statement-breakpoint
ALTER TABLE "businesses" ADD COLUMN "serves_uk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_listings" ADD COLUMN "position" "point";--> statement-breakpoint
ALTER TABLE "directory_listings" ADD COLUMN "service_metres" double precision;--> statement-breakpoint
ALTER TABLE "directory_listings" ADD COLUMN "serves_uk" boolean;--> statement-breakpoint
ALTER TABLE "directory_listings" ADD COLUMN "listed_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "directory_listings" ADD COLUMN "trade_ids" text[];--> statement-breakpoint
ALTER TABLE "business_trades" ADD CONSTRAINT "business_trades_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_trades" ADD CONSTRAINT "business_trades_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trade_pages" ADD CONSTRAINT "trade_pages_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trades" ADD CONSTRAINT "trades_industry_id_industries_id_fk" FOREIGN KEY ("industry_id") REFERENCES "public"."industries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlisted_businesses" ADD CONSTRAINT "shortlisted_businesses_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shortlisted_businesses" ADD CONSTRAINT "shortlisted_businesses_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "business_trades_trade_id_index" ON "business_trades" USING btree ("trade_id");--> statement-breakpoint
CREATE INDEX "shortlisted_businesses_business_id_index" ON "shortlisted_businesses" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "trade_pages_firms_index" ON "trade_pages" USING btree ("firms");--> statement-breakpoint
CREATE INDEX "places_search_name_index" ON "places" USING btree ("search_name","rank");--> statement-breakpoint
CREATE INDEX "places_position_index" ON "places" USING gist ("position");--> statement-breakpoint
CREATE TABLE "street_address_notices" (
	"business_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "street_address_notices" ADD CONSTRAINT "street_address_notices_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Owners who had no choice until now are told of it.
INSERT INTO street_address_notices SELECT id FROM businesses WHERE street_address <> '';
--> statement-breakpoint
ALTER TABLE "repeatable_migrations" ADD COLUMN "refreshed_to" uuid;
--> statement-breakpoint
-- English stems without stop words: the standard configuration drops 'it' and 'do', and with them 'IT support'.
CREATE TEXT SEARCH DICTIONARY directory_stem (TEMPLATE = snowball, LANGUAGE = english);
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION directory_search (PARSER = "default");
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION directory_search
  ADD MAPPING FOR asciiword, word, numword, hword, asciihword, numhword, int, uint, float, sfloat, version, email, url, host, file
  WITH directory_stem;
--> statement-breakpoint
-- A text as its words: folded, without apostrophes, '&' as 'and', and one space between words. The range of characters that part
-- words is written out, as character classes depend on the locale.
CREATE FUNCTION search_words(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT btrim(regexp_replace(
    replace(regexp_replace(public.fold_text(value), '[''`\u00b4\u2018\u2019]', '', 'g'), '&', ' and '),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'
  ))
$$;
--> statement-breakpoint
-- The words of a listing's text. A word with a hyphen is also one word: 'book-keeper' is 'book', 'keeper' and 'bookkeeper'.
CREATE FUNCTION listing_words(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$
  SELECT CASE WHEN position('-' IN value) = 0 THEN public.search_words(value) ELSE concat_ws(' ', public.search_words(value), (
    SELECT string_agg(replace(compound[1], '-', ''), ' ')
    FROM regexp_matches(public.fold_text(value), '([a-z0-9]+(?:-[a-z0-9]+)+)', 'g') AS compound
  )) END
$$;
--> statement-breakpoint
ALTER TABLE directory_listings ADD COLUMN name_words tsvector;
--> statement-breakpoint
ALTER TABLE directory_listings ADD COLUMN service_words tsvector;
--> statement-breakpoint
ALTER TABLE directory_listings ADD COLUMN all_words tsvector;
--> statement-breakpoint
ALTER TABLE directory_words ALTER COLUMN word TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE directory_words ADD COLUMN stem text COLLATE "C" GENERATED ALWAYS AS ((ts_lexize('directory_stem', word))[1]) STORED;
--> statement-breakpoint
CREATE INDEX directory_words_stem ON directory_words (stem);
--> statement-breakpoint
CREATE INDEX directory_words_trigrams ON directory_words USING gin (word gin_trgm_ops);
--> statement-breakpoint
-- On a table with rows these indexes would lock out every change while they are built; a job builds them there instead.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM directory_listings) THEN
    CREATE INDEX directory_listings_name_words ON directory_listings USING gin (name_words);
    CREATE INDEX directory_listings_service_words ON directory_listings USING gin (service_words);
    CREATE INDEX directory_listings_all_words ON directory_listings USING gin (all_words);
    CREATE INDEX directory_listings_position ON directory_listings USING gist (position);
    CREATE INDEX directory_listings_service_areas ON directory_listings USING gist (circle(position, service_metres))
      WHERE service_metres IS NOT NULL;
    CREATE INDEX directory_listings_serving_uk ON directory_listings (sort_name, business_id) WHERE serves_uk;
    CREATE INDEX directory_listings_newest ON directory_listings (listed_since DESC, business_id);
  END IF;
END
$$;
