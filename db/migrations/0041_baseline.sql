-- The database as the first 42 migrations left it, in the order of the features. What db/listings.sql makes is not here: it runs after
-- every migration. See docs/decisions/0075-one-baseline.md.

-- What all features use
-- =====================

-- Trigrams make "contains" searches cheap; unaccent lets 'cafe' find 'café'.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Text as the search compares it: without accents and in lower case ('Caffi Môn' is 'caffi mon'). Declared immutable,
-- as the dictionary is the one that ships with PostgreSQL and does not change under us.
CREATE FUNCTION fold_text(value text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;

-- A term as a LIKE pattern that finds it anywhere; %, _ and \ in it are plain text.
CREATE FUNCTION contains_pattern(term text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT '%' || regexp_replace(fold_text(term), '([\\%_])', '\\\1', 'g') || '%' $$;

CREATE TABLE request_counts (
  key text PRIMARY KEY,
  window_ends_at timestamptz NOT NULL,
  count integer NOT NULL
);
CREATE INDEX request_counts_window_ends_at_index ON request_counts (window_ends_at);

CREATE TABLE removed_pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  folder uuid NOT NULL,
  kind text NOT NULL,
  picture_id uuid,
  key text NOT NULL,
  order_index integer NOT NULL,
  caption text,
  width integer NOT NULL,
  height integer NOT NULL,
  colour text NOT NULL,
  master_key text,
  removed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX removed_pictures_folder_index ON removed_pictures (folder);

CREATE TABLE sent_mails (
  event text PRIMARY KEY,
  sent_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE captured_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  plain_text text NOT NULL,
  captured_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE undeliverable_addresses (
  hash text PRIMARY KEY,
  marked_at timestamptz NOT NULL DEFAULT now(),
  cleared_at timestamptz
);
CREATE INDEX undeliverable_addresses_marked_at_index ON undeliverable_addresses (marked_at);

CREATE TABLE audit_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  happened_at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_action_index ON audit_events (action, happened_at, id);
CREATE INDEX audit_events_actor_index ON audit_events (actor_id, happened_at, id);
CREATE INDEX audit_events_happened_index ON audit_events (happened_at, id);
CREATE INDEX audit_events_subject_index ON audit_events (subject_id, happened_at, id);

CREATE TABLE installation (
  id boolean PRIMARY KEY DEFAULT true,
  deployment text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  cookies_prefixed_at timestamptz NOT NULL DEFAULT now(),
  secret_fingerprints text[],
  CONSTRAINT installation_deployment CHECK (deployment IN ('production', 'local', 'demo')),
  CONSTRAINT installation_one_row CHECK (id)
);

CREATE TABLE oldest_release (
  id boolean PRIMARY KEY DEFAULT true,
  migration text NOT NULL,
  CONSTRAINT oldest_release_one_row CHECK (id)
);

-- From 0013 on the day a verification ends is a column: a release before it would let verified people lapse by its own count.
INSERT INTO oldest_release (migration) VALUES ('0013_verification-ends');

CREATE TABLE repeatable_migrations (
  name text PRIMARY KEY,
  version integer NOT NULL,
  refreshed_version integer NOT NULL DEFAULT 0,
  refreshed_at timestamptz,
  refreshed_to uuid
);

CREATE TABLE restore_log_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  xid text NOT NULL DEFAULT pg_current_xact_id()::text,
  kind text NOT NULL,
  entry jsonb NOT NULL
);

CREATE TABLE restore_hold (
  id boolean PRIMARY KEY DEFAULT true,
  held_at timestamptz NOT NULL DEFAULT now(),
  backup text NOT NULL,
  started_at timestamptz NOT NULL,
  snapshot text NOT NULL,
  CONSTRAINT restore_hold_one_row CHECK (id)
);

-- reference: the lookups of the product
-- =====================================

-- Names are the organisation's own words; the same stand in app/features/reference/rules.ts, and a test holds the two alike.

CREATE TABLE industries (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT industries_name_unique UNIQUE
);

INSERT INTO industries (id, name) VALUES
  (1, 'Accountancy & Finance'),
  (2, 'Agriculture & Environment'),
  (3, 'Arts & Crafts'),
  (4, 'Automotive'),
  (5, 'Beauty & Wellbeing'),
  (6, 'Charity & Community'),
  (7, 'Cleaning & Facilities'),
  (8, 'Construction & Trades'),
  (9, 'Consultancy & Coaching'),
  (10, 'Defence & Security'),
  (11, 'Education & Training'),
  (12, 'Energy & Utilities'),
  (13, 'Engineering & Manufacturing'),
  (14, 'Events & Entertainment'),
  (15, 'Food & Drink'),
  (16, 'Health & Care'),
  (17, 'Hospitality & Travel'),
  (18, 'IT & Cyber'),
  (19, 'Legal Services'),
  (20, 'Logistics & Transport'),
  (21, 'Marketing & Media'),
  (22, 'Property & Estates'),
  (23, 'Retail & E-commerce'),
  (24, 'Sport & Outdoors');

CREATE TABLE armed_forces_branches (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT armed_forces_branches_name_unique UNIQUE
);

INSERT INTO armed_forces_branches (id, name) VALUES
  (1, 'Royal Navy'),
  (2, 'Royal Marines'),
  (3, 'British Army'),
  (4, 'Royal Air Force'),
  (5, 'Royal Fleet Auxiliary'),
  (6, 'Merchant Navy');

CREATE TABLE military_relationship_types (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT military_relationship_types_name_unique UNIQUE
);

INSERT INTO military_relationship_types (id, name) VALUES
  (1, 'Veteran'),
  (2, 'Serving member'),
  (3, 'Reservist'),
  (4, 'Spouse or partner'),
  (5, 'Family member'),
  (6, 'Supporter');

CREATE TABLE verification_statuses (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT verification_statuses_name_unique UNIQUE
);

INSERT INTO verification_statuses (id, name) VALUES
  (1, 'Pending'),
  (2, 'In Review'),
  (3, 'Verified'),
  (4, 'Rejected');

CREATE TABLE business_types (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT business_types_name_unique UNIQUE
);

INSERT INTO business_types (id, name) VALUES
  (1, 'Sole trader'),
  (2, 'Partnership'),
  (3, 'Limited company'),
  (4, 'Limited liability partnership'),
  (5, 'Community interest company'),
  (6, 'Charity');

CREATE TABLE user_types (
  id integer PRIMARY KEY,
  name text NOT NULL CONSTRAINT user_types_name_unique UNIQUE,
  is_staff boolean NOT NULL DEFAULT false
);

INSERT INTO user_types (id, name, is_staff) VALUES
  (1, 'Member', false),
  (2, 'Reviewer', true),
  (3, 'Admin', true);

CREATE TABLE trades (
  id text PRIMARY KEY,
  name text NOT NULL,
  plural text NOT NULL,
  industry_id integer CONSTRAINT trades_industry_id_industries_id_fk REFERENCES industries,
  synonyms text[] NOT NULL DEFAULT '{}',
  related_ids text[] NOT NULL DEFAULT '{}',
  removed_at timestamptz
);

CREATE TABLE reference_files (
  name text PRIMARY KEY,
  hash text NOT NULL
);

-- account
-- =======

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL CONSTRAINT users_email_unique UNIQUE,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token text NOT NULL CONSTRAINT sessions_token_unique UNIQUE,
  user_id uuid NOT NULL CONSTRAINT sessions_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  ip_address text,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_user_id_index ON sessions (user_id);

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id uuid NOT NULL CONSTRAINT accounts_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX accounts_user_id_index ON accounts (user_id);

CREATE TABLE auth_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX auth_tokens_identifier_index ON auth_tokens (identifier);

CREATE TABLE two_factors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id uuid NOT NULL CONSTRAINT two_factors_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_used_step integer
);
CREATE INDEX two_factors_secret_index ON two_factors (secret);
CREATE INDEX two_factors_user_id_index ON two_factors (user_id);

CREATE TABLE auth_rate_limits (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  key text NOT NULL CONSTRAINT auth_rate_limits_key_unique UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

CREATE TABLE held_business_steps (
  token_hash text PRIMARY KEY,
  fields jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX held_business_steps_expires_at_index ON held_business_steps (expires_at);

-- profile
-- =======

CREATE TABLE profiles (
  id uuid PRIMARY KEY CONSTRAINT profiles_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  display_name text,
  personal_email text NOT NULL,
  personal_mobile text,
  avatar_bucket_url text,
  business_id uuid,
  military_relationship_type_id integer
    CONSTRAINT profiles_military_relationship_type_id_military_relationship_ty REFERENCES military_relationship_types,
  verification_status_id integer
    CONSTRAINT profiles_verification_status_id_verification_statuses_id_fk REFERENCES verification_statuses,
  user_type_id integer NOT NULL DEFAULT 1 CONSTRAINT profiles_user_type_id_user_types_id_fk REFERENCES user_types,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  folded_name text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED,
  folded_email text GENERATED ALWAYS AS (fold_text(personal_email)) STORED,
  verification_ends_at timestamptz,
  suspension_reason text
);
CREATE INDEX profiles_business_id_index ON profiles (business_id);
CREATE INDEX profiles_created_at_index ON profiles (created_at, id);
CREATE INDEX profiles_local_part_index ON profiles (reverse(split_part(folded_email, '@', 1)) COLLATE "C");
CREATE INDEX profiles_search_index ON profiles USING gin (folded_name gin_trgm_ops, folded_email gin_trgm_ops);
CREATE INDEX profiles_verification_ends_at_index ON profiles (verification_ends_at) WHERE verification_ends_at IS NOT NULL;
CREATE INDEX profiles_verification_status_id_index ON profiles (verification_status_id);

-- businesses
-- ==========

CREATE TABLE businesses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  business_slug text NOT NULL CONSTRAINT businesses_business_slug_unique UNIQUE,
  tagline text,
  description text,
  products_services text,
  industry_id integer CONSTRAINT businesses_industry_id_industries_id_fk REFERENCES industries,
  business_type_id integer CONSTRAINT businesses_business_type_id_business_types_id_fk REFERENCES business_types,
  email text,
  business_phone_number text,
  website_url text,
  street_address text,
  city text,
  county text,
  postcode text,
  facebook_url text,
  linkedin_url text,
  instagram_url text,
  twitter_url text,
  tiktok_url text,
  youtube_url text,
  google_business_url text,
  company_number text,
  promo_video_url text,
  profile_id uuid CONSTRAINT businesses_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  created_by uuid CONSTRAINT businesses_created_by_users_id_fk REFERENCES users ON DELETE SET NULL,
  is_active boolean DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  folded_text text GENERATED ALWAYS AS (fold_text(name || E'\n' || coalesce(city, ''))) STORED,
  shows_street_address boolean,
  service_radius integer,
  serves_uk boolean NOT NULL DEFAULT false,
  insurance_kind text,
  insurance_until date,
  opening_hours text,
  size text,
  withheld_at timestamptz
);
CREATE INDEX businesses_created_at_index ON businesses (created_at);
CREATE INDEX businesses_created_by_index ON businesses (created_by);
CREATE INDEX businesses_profile_id_index ON businesses (profile_id);
CREATE INDEX businesses_search_index ON businesses USING gin (folded_text gin_trgm_ops);

-- A profile names its business and a business its owner: rows that name each other are checked when their transaction ends.
ALTER TABLE profiles ADD CONSTRAINT profiles_business_id_fk FOREIGN KEY (business_id) REFERENCES businesses ON DELETE SET NULL
  DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE business_trades (
  business_id uuid NOT NULL CONSTRAINT business_trades_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  trade_id text NOT NULL CONSTRAINT business_trades_trade_id_trades_id_fk REFERENCES trades,
  order_index integer NOT NULL,
  CONSTRAINT business_trades_business_id_trade_id_pk PRIMARY KEY (business_id, trade_id)
);
CREATE INDEX business_trades_trade_id_index ON business_trades (trade_id);

CREATE TABLE business_registrations (
  business_id uuid NOT NULL
    CONSTRAINT business_registrations_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  scheme text NOT NULL,
  number text NOT NULL,
  CONSTRAINT business_registrations_business_id_scheme_pk PRIMARY KEY (business_id, scheme)
);

CREATE TABLE street_address_notices (
  business_id uuid PRIMARY KEY
    CONSTRAINT street_address_notices_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE
);

CREATE TABLE business_slugs (
  slug text PRIMARY KEY,
  business_id uuid NOT NULL CONSTRAINT business_slugs_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  replaced_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX business_slugs_business_id_index ON business_slugs (business_id);

CREATE TABLE business_handovers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL CONSTRAINT business_handovers_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  asked_by uuid NOT NULL CONSTRAINT business_handovers_asked_by_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  invited_email text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  accepted_by uuid CONSTRAINT business_handovers_accepted_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL
);
CREATE INDEX business_handovers_accepted_by_index ON business_handovers (accepted_by);
CREATE INDEX business_handovers_asked_by_index ON business_handovers (asked_by);
CREATE INDEX business_handovers_business_id_index ON business_handovers (business_id);
CREATE INDEX business_handovers_invited_email_index ON business_handovers (invited_email);
CREATE UNIQUE INDEX business_handovers_open_unique ON business_handovers (business_id) WHERE ended_at IS NULL;

CREATE TABLE business_logos (
  business_id uuid PRIMARY KEY CONSTRAINT business_logos_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  logo_bucket_url text NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  colour text NOT NULL,
  master_key text
);

CREATE TABLE business_gallery_images (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL
    CONSTRAINT business_gallery_images_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  image_bucket_url text NOT NULL,
  order_index integer NOT NULL,
  caption text,
  width integer NOT NULL,
  height integer NOT NULL,
  colour text NOT NULL,
  master_key text
);
CREATE INDEX business_gallery_images_business_id_index ON business_gallery_images (business_id, order_index);

CREATE TABLE business_drafts (
  profile_id uuid PRIMARY KEY CONSTRAINT business_drafts_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  becomes uuid NOT NULL DEFAULT gen_random_uuid(),
  data jsonb NOT NULL DEFAULT '{}',
  step text NOT NULL DEFAULT 'profile',
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX business_drafts_becomes_unique ON business_drafts (becomes);

CREATE TABLE business_draft_media (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  profile_id uuid NOT NULL
    CONSTRAINT business_draft_media_profile_id_business_drafts_profile_id_fk REFERENCES business_drafts ON DELETE CASCADE,
  kind text NOT NULL,
  key text NOT NULL,
  order_index integer NOT NULL,
  caption text,
  width integer NOT NULL,
  height integer NOT NULL,
  colour text NOT NULL,
  master_key text
);
CREATE UNIQUE INDEX business_draft_media_logo_unique ON business_draft_media (profile_id) WHERE kind = 'logo';
CREATE INDEX business_draft_media_profile_id_index ON business_draft_media (profile_id, order_index);

-- Ends the invitations of an owner who is suspended, and of a business that gets another owner. What was accepted has ended before.
CREATE FUNCTION end_business_handovers() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE business_handovers SET ended_at = least(now(), expires_at)
  WHERE ended_at IS NULL
    AND CASE TG_TABLE_NAME WHEN 'profiles' THEN asked_by = NEW.id ELSE business_id = NEW.id END;
  RETURN NULL;
END
$$;

CREATE TRIGGER end_handovers AFTER UPDATE OF suspended_at ON profiles
FOR EACH ROW WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL)
EXECUTE FUNCTION end_business_handovers();

CREATE TRIGGER end_handovers AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION end_business_handovers();

-- verification
-- ============

CREATE TABLE verifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  profile_id uuid NOT NULL CONSTRAINT verifications_profile_id_unique UNIQUE
    CONSTRAINT verifications_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  military_relationship_type_id integer
    CONSTRAINT verifications_military_relationship_type_id_military_relationsh REFERENCES military_relationship_types,
  service_branch_id integer
    CONSTRAINT verifications_service_branch_id_armed_forces_branches_id_fk REFERENCES armed_forces_branches,
  service_number text,
  service_description text,
  business_id uuid CONSTRAINT verifications_business_id_businesses_id_fk REFERENCES businesses ON DELETE SET NULL,
  declaration_text text,
  declaration_accepted_at timestamptz,
  consent boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz,
  queued_at timestamptz,
  claimed_by uuid CONSTRAINT verifications_claimed_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  claimed_at timestamptz,
  verified_at timestamptz,
  announced_end_at timestamptz,
  is_end_allowed boolean NOT NULL DEFAULT false
);
CREATE INDEX verifications_business_id_index ON verifications (business_id);
CREATE INDEX verifications_claimed_by_index ON verifications (claimed_by);
CREATE INDEX verifications_queue_index ON verifications (queued_at, id) WHERE queued_at IS NOT NULL;
CREATE INDEX verifications_verified_at_index ON verifications (verified_at) WHERE verified_at IS NOT NULL;

CREATE TABLE verification_decisions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  profile_id uuid CONSTRAINT verification_decisions_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  reviewer_id uuid CONSTRAINT verification_decisions_reviewer_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  decision text NOT NULL,
  reason text,
  words text,
  service_branch_id integer
    CONSTRAINT verification_decisions_service_branch_id_armed_forces_branches_ REFERENCES armed_forces_branches,
  submitted_at timestamptz NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  reply text,
  is_decided_alone boolean NOT NULL DEFAULT false
);
CREATE INDEX verification_decisions_decided_at_index ON verification_decisions (decided_at);
CREATE INDEX verification_decisions_profile_id_index ON verification_decisions (profile_id, decided_at);
CREATE INDEX verification_decisions_reviewer_id_index ON verification_decisions (reviewer_id);

CREATE TABLE verification_exclusions (
  verification_id uuid NOT NULL
    CONSTRAINT verification_exclusions_verification_id_verifications_id_fk REFERENCES verifications ON DELETE CASCADE,
  reviewer_id uuid NOT NULL CONSTRAINT verification_exclusions_reviewer_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  CONSTRAINT verification_exclusions_verification_id_reviewer_id_pk PRIMARY KEY (verification_id, reviewer_id)
);
CREATE INDEX verification_exclusions_reviewer_id_index ON verification_exclusions (reviewer_id);

CREATE TABLE fact_checks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  business_id uuid NOT NULL CONSTRAINT fact_checks_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  fact text NOT NULL,
  value text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  reviewer_id uuid CONSTRAINT fact_checks_reviewer_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  method text,
  until date,
  words text
);
CREATE INDEX fact_checks_business_id_index ON fact_checks (business_id, fact, asked_at);
CREATE INDEX fact_checks_reviewer_id_index ON fact_checks (reviewer_id);
CREATE UNIQUE INDEX fact_checks_waiting_unique ON fact_checks (business_id, fact) WHERE decided_at IS NULL;

CREATE TABLE verification_documents (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  profile_id uuid NOT NULL CONSTRAINT verification_documents_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  file_bucket_url text,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL DEFAULT 'other',
  file_name text,
  media_type text,
  size integer,
  deleted_at timestamptz,
  reencoded_at timestamptz,
  fact_check_id uuid
    CONSTRAINT verification_documents_fact_check_id_fact_checks_id_fk REFERENCES fact_checks ON DELETE SET NULL
);
CREATE INDEX verification_documents_fact_check_id_index ON verification_documents (fact_check_id);
CREATE INDEX verification_documents_held_index ON verification_documents (uploaded_at) WHERE file_bucket_url IS NOT NULL;
CREATE INDEX verification_documents_profile_id_index ON verification_documents (profile_id, uploaded_at);

-- What was confirmed belongs to the owner who asked for it.
CREATE FUNCTION delete_fact_checks_of_business() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM fact_checks WHERE business_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER delete_fact_checks AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION delete_fact_checks_of_business();

-- places
-- ======

CREATE TABLE places (
  slug text PRIMARY KEY,
  name text NOT NULL,
  search_name text NOT NULL,
  kind text NOT NULL,
  rank integer NOT NULL,
  position point,
  county text
);
CREATE INDEX places_position_index ON places USING gist (position);
CREATE INDEX places_search_name_index ON places (search_name, rank);

CREATE TABLE postcodes (
  postcode text PRIMARY KEY,
  position point NOT NULL
);

-- directory
-- =========

-- English stems without stop words: the standard configuration drops 'it' and 'do', and with them 'IT support'.
CREATE TEXT SEARCH DICTIONARY directory_stem (TEMPLATE = snowball, LANGUAGE = english);
CREATE TEXT SEARCH CONFIGURATION directory_search (PARSER = "default");
ALTER TEXT SEARCH CONFIGURATION directory_search
  ADD MAPPING FOR asciiword, word, numword, hword, asciihword, numhword, int, uint, float, sfloat, version, email, url, host, file
  WITH directory_stem;

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

-- What the directory searches: one narrow row a listed business, kept by triggers from what the public may see, in the transaction of
-- whatever changed. Searching the businesses themselves costs most of a second at 340,000 rows. What waits in a GIN index is read by
-- each search from end to end: 256 kB of it still puts an import's rows in order many at a time.
CREATE TABLE directory_listings (
  business_id uuid PRIMARY KEY REFERENCES businesses ON DELETE CASCADE,
  -- folded, compared byte by byte so that every locale sorts alike
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
  search_text text COLLATE "C" NOT NULL,
  -- when it ends by the clock, though its row may stay until the job has written the end
  ends_at timestamptz,
  position point,
  service_metres double precision,
  serves_uk boolean,
  listed_since timestamptz,
  trade_ids text[],
  name_words tsvector,
  service_words tsvector,
  all_words tsvector
);
CREATE INDEX directory_listings_all_words ON directory_listings USING gin (all_words) WITH (gin_pending_list_limit = 256);
CREATE INDEX directory_listings_ends ON directory_listings (ends_at, business_id) WHERE ends_at IS NOT NULL;
CREATE INDEX directory_listings_facets ON directory_listings (service_branch_id, relationship_type_id, industry_id, has_gallery, has_website);
CREATE INDEX directory_listings_industry ON directory_listings (industry_id, service_branch_id, sort_name, business_id);
CREATE INDEX directory_listings_name_words ON directory_listings USING gin (name_words) WITH (gin_pending_list_limit = 256);
CREATE INDEX directory_listings_newest ON directory_listings (listed_since DESC, business_id);
CREATE INDEX directory_listings_order ON directory_listings (sort_name, business_id);
CREATE INDEX directory_listings_place_trigrams ON directory_listings USING gin (city gin_trgm_ops, county gin_trgm_ops, postcode gin_trgm_ops);
CREATE INDEX directory_listings_places ON directory_listings (county, city, postcode);
CREATE INDEX directory_listings_position ON directory_listings USING gist (position);
CREATE INDEX directory_listings_service_areas ON directory_listings USING gist (circle(position, service_metres)) WHERE service_metres IS NOT NULL;
CREATE INDEX directory_listings_service_words ON directory_listings USING gin (service_words) WITH (gin_pending_list_limit = 256);
CREATE INDEX directory_listings_serving_uk ON directory_listings (sort_name, business_id) WHERE serves_uk;
CREATE INDEX directory_listings_text ON directory_listings USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX directory_listings_without_position ON directory_listings (business_id) WHERE position IS NULL;

CREATE TABLE directory_words (
  word text COLLATE "C" PRIMARY KEY,
  listings integer NOT NULL DEFAULT 0,
  stem text COLLATE "C" GENERATED ALWAYS AS ((ts_lexize('directory_stem', word))[1]) STORED
);
CREATE INDEX directory_words_stem ON directory_words (stem);
CREATE INDEX directory_words_trigrams ON directory_words USING gin (word gin_trgm_ops);

CREATE TABLE trade_pages (
  trade_id text NOT NULL CONSTRAINT trade_pages_trade_id_trades_id_fk REFERENCES trades,
  place_slug text NOT NULL,
  firms integer NOT NULL,
  CONSTRAINT trade_pages_trade_id_place_slug_pk PRIMARY KEY (trade_id, place_slug)
);
CREATE INDEX trade_pages_firms_index ON trade_pages (firms);

-- credentials
-- ===========

CREATE TABLE credentials (
  code text PRIMARY KEY,
  badge_key uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT credentials_badge_key_unique UNIQUE,
  status_list integer NOT NULL,
  status_index integer NOT NULL,
  business_id uuid CONSTRAINT credentials_business_id_businesses_id_fk REFERENCES businesses ON DELETE SET NULL,
  verification_id uuid CONSTRAINT credentials_verification_id_verifications_id_fk REFERENCES verifications ON DELETE SET NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  unlisted_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT credentials_status_unique UNIQUE (status_list, status_index)
);
CREATE INDEX credentials_business_id_index ON credentials (business_id);
CREATE UNIQUE INDEX credentials_business_id_unique ON credentials (business_id) WHERE ended_at IS NULL;
CREATE INDEX credentials_verification_id_index ON credentials (verification_id);

CREATE TABLE closed_status_lists (
  list integer PRIMARY KEY
);

CREATE TABLE credential_keys (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  sealed_key text,
  created_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz
);
CREATE UNIQUE INDEX credential_keys_current_unique ON credential_keys ((retired_at IS NULL)) WHERE retired_at IS NULL;

-- Seven random characters of Crockford's alphabet, which has no I, L, O and U. `gen_random_uuid` draws them from a secure source.
CREATE FUNCTION random_credential_code() RETURNS text
LANGUAGE plpgsql VOLATILE
AS $$
DECLARE
  bits bigint := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint;
  code text := '';
BEGIN
  FOR place IN 1..7 LOOP
    code := code || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (bits & 31)::int + 1, 1);
    bits := bits >> 5;
  END LOOP;
  RETURN code;
END
$$;

-- What has ended stays so. Without its business or its verification it has ended; of a deleted business only numbers remain.
CREATE FUNCTION end_credential() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  -- When a member leaves, several triggers change a row before the foreign keys have set it to null. A row that was changed in the
  -- same transaction is checked against them again, so what is gone must not be in it.
  IF NOT EXISTS (SELECT FROM businesses WHERE id = NEW.business_id) THEN
    NEW.business_id := NULL;
  END IF;
  IF NOT EXISTS (SELECT FROM verifications WHERE id = NEW.verification_id) THEN
    NEW.verification_id := NULL;
  END IF;
  NEW.ended_at := coalesce(OLD.ended_at, NEW.ended_at);
  IF NEW.ended_at IS NULL AND (NEW.business_id IS NULL OR NEW.verification_id IS NULL) THEN
    NEW.ended_at := now();
  END IF;
  IF NEW.business_id IS NULL THEN
    NEW.verification_id := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER end_credential BEFORE UPDATE ON credentials FOR EACH ROW EXECUTE FUNCTION end_credential();

-- Another owner, or another relationship of the same owner: what was said is no longer what was checked.
CREATE FUNCTION end_credentials_of_business() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE credentials SET ended_at = now() WHERE business_id = NEW.id AND ended_at IS NULL;
  PERFORM issue_credentials(ARRAY[NEW.id]);
  RETURN NULL;
END
$$;

CREATE TRIGGER end_credentials AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION end_credentials_of_business();

CREATE FUNCTION end_credentials_of_verification() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE credentials SET ended_at = now() WHERE verification_id = NEW.id AND ended_at IS NULL;
  PERFORM issue_credentials(ARRAY(SELECT id FROM businesses WHERE profile_id = NEW.profile_id));
  RETURN NULL;
END
$$;

CREATE TRIGGER end_credentials AFTER UPDATE OF military_relationship_type_id ON verifications
FOR EACH ROW WHEN (OLD.military_relationship_type_id IS DISTINCT FROM NEW.military_relationship_type_id)
EXECUTE FUNCTION end_credentials_of_verification();

-- Issues and suspends credentials with the listing. db/listings.sql replaces it with what does so.
CREATE FUNCTION follow_credential_change() RETURNS trigger
LANGUAGE plpgsql
AS $$ BEGIN RETURN NULL; END $$;

CREATE TRIGGER issue_credentials AFTER INSERT ON directory_listings REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();

CREATE TRIGGER suspend_credentials AFTER DELETE ON directory_listings REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();

CREATE TRIGGER issue_credentials AFTER INSERT ON verifications REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();

-- podcasts
-- ========

CREATE TABLE podcasts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  title text NOT NULL,
  tagline text,
  description text,
  cover_image_url text,
  spotify_url text,
  apple_url text,
  youtube_url text,
  rss_feed_url text,
  featured_episode_url text,
  launch_date date,
  host_profile_id uuid NOT NULL CONSTRAINT podcasts_host_profile_id_unique UNIQUE
    CONSTRAINT podcasts_host_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  slug text NOT NULL CONSTRAINT podcasts_slug_unique UNIQUE,
  cover_width integer,
  cover_height integer,
  cover_colour text,
  cover_master_key text,
  updated_at timestamptz,
  withheld_at timestamptz
);
CREATE INDEX podcasts_active_created_at_index ON podcasts (is_active, created_at);

CREATE TABLE podcast_feeds (
  podcast_id uuid PRIMARY KEY CONSTRAINT podcast_feeds_podcast_id_podcasts_id_fk REFERENCES podcasts ON DELETE CASCADE,
  url text NOT NULL,
  etag text,
  last_modified text,
  fetched_at timestamptz,
  tried_at timestamptz,
  failure text,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX podcast_feeds_due_at_index ON podcast_feeds (due_at);

CREATE TABLE podcast_episodes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  podcast_id uuid NOT NULL CONSTRAINT podcast_episodes_podcast_id_podcasts_id_fk REFERENCES podcasts ON DELETE CASCADE,
  guid text NOT NULL,
  title text NOT NULL,
  published_at timestamptz,
  duration_seconds integer,
  audio_url text,
  audio_type text,
  page_url text,
  position integer NOT NULL,
  CONSTRAINT podcast_episodes_guid_unique UNIQUE (podcast_id, guid)
);
CREATE INDEX podcast_episodes_position_index ON podcast_episodes (podcast_id, position);

-- shop
-- ====

CREATE TABLE shop_products (
  id bigint PRIMARY KEY,
  external_id text NOT NULL CONSTRAINT shop_products_external_id_unique UNIQUE,
  name text NOT NULL,
  thumbnail_url text,
  description text,
  variants integer NOT NULL DEFAULT 0,
  synced integer NOT NULL DEFAULT 0,
  price numeric(10,2),
  currency text,
  sync_variants jsonb NOT NULL DEFAULT '[]',
  slug text NOT NULL CONSTRAINT shop_products_slug_unique UNIQUE,
  synced_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);

CREATE TABLE shop_stripe_prices (
  variant_id bigint PRIMARY KEY,
  product_id bigint NOT NULL
    CONSTRAINT shop_stripe_prices_product_id_shop_products_id_fk REFERENCES shop_products ON DELETE CASCADE,
  stripe_product_id text NOT NULL,
  stripe_price_id text NOT NULL,
  amount integer NOT NULL
);
CREATE INDEX shop_stripe_prices_product_id_index ON shop_stripe_prices (product_id);

CREATE TABLE shop_syncs (
  kind text PRIMARY KEY,
  succeeded_at timestamptz,
  tried_at timestamptz,
  failure text,
  refused jsonb NOT NULL DEFAULT '[]'
);

CREATE TABLE carts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text CONSTRAINT carts_token_hash_unique UNIQUE,
  profile_id uuid CONSTRAINT carts_profile_id_unique UNIQUE
    CONSTRAINT carts_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX carts_updated_at_index ON carts (updated_at);

CREATE TABLE cart_items (
  cart_id uuid NOT NULL CONSTRAINT cart_items_cart_id_carts_id_fk REFERENCES carts ON DELETE CASCADE,
  product_id bigint NOT NULL,
  variant_id bigint NOT NULL,
  quantity integer NOT NULL,
  shown_amount integer NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cart_items_cart_id_variant_id_pk PRIMARY KEY (cart_id, variant_id)
);

-- orders
-- ======

CREATE TABLE orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  number text NOT NULL CONSTRAINT orders_number_unique UNIQUE,
  state text NOT NULL,
  profile_id uuid CONSTRAINT orders_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  checkout_key uuid NOT NULL CONSTRAINT orders_checkout_key_unique UNIQUE,
  cart_id uuid,
  email text,
  name text,
  address jsonb,
  currency text NOT NULL DEFAULT 'GBP',
  subtotal integer NOT NULL,
  shipping integer NOT NULL,
  tax integer NOT NULL DEFAULT 0,
  total integer NOT NULL,
  shipping_method text NOT NULL,
  shipping_name text NOT NULL,
  stripe_session_id text CONSTRAINT orders_stripe_session_id_unique UNIQUE,
  stripe_payment_intent_id text,
  printful_external_id text NOT NULL CONSTRAINT orders_printful_external_id_unique UNIQUE,
  printful_order_id bigint CONSTRAINT orders_printful_order_id_unique UNIQUE,
  shipments jsonb NOT NULL DEFAULT '[]',
  refunded integer NOT NULL DEFAULT 0,
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  sent_at timestamptz,
  shipped_at timestamptz,
  closed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX orders_created_at_index ON orders (created_at, id);
CREATE INDEX orders_payment_intent_index ON orders (stripe_payment_intent_id);
CREATE INDEX orders_profile_id_index ON orders (profile_id, created_at);
CREATE INDEX orders_state_index ON orders (state, created_at, id);

CREATE TABLE order_items (
  order_id uuid NOT NULL CONSTRAINT order_items_order_id_orders_id_fk REFERENCES orders ON DELETE CASCADE,
  variant_id bigint NOT NULL,
  product_id bigint NOT NULL,
  name text NOT NULL,
  size text,
  color text,
  image text,
  amount integer NOT NULL,
  quantity integer NOT NULL,
  CONSTRAINT order_items_order_id_variant_id_pk PRIMARY KEY (order_id, variant_id)
);

CREATE TABLE order_refunds (
  order_id uuid NOT NULL CONSTRAINT order_refunds_order_id_orders_id_fk REFERENCES orders ON DELETE CASCADE,
  key uuid NOT NULL,
  amount integer NOT NULL,
  status text NOT NULL DEFAULT 'requested',
  requested_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_refunds_order_id_key_pk PRIMARY KEY (order_id, key)
);

CREATE TABLE shop_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shop_events_provider_event_id_pk PRIMARY KEY (provider, event_id)
);

-- shortlist
-- =========

CREATE TABLE shortlisted_businesses (
  profile_id uuid NOT NULL CONSTRAINT shortlisted_businesses_profile_id_profiles_id_fk REFERENCES profiles ON DELETE CASCADE,
  business_id uuid NOT NULL
    CONSTRAINT shortlisted_businesses_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT shortlisted_businesses_profile_id_business_id_pk PRIMARY KEY (profile_id, business_id)
);
CREATE INDEX shortlisted_businesses_business_id_index ON shortlisted_businesses (business_id);

-- enquiries
-- =========

CREATE TABLE support_inquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  organization text,
  email text NOT NULL,
  phone text,
  support_type text NOT NULL,
  message text NOT NULL,
  privacy_agreed boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  profile_id uuid CONSTRAINT support_inquiries_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  submission_key uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT support_inquiries_submission_key_unique UNIQUE,
  handled_at timestamptz,
  handled_by uuid CONSTRAINT support_inquiries_handled_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL
);
CREATE INDEX support_inquiries_created_at_index ON support_inquiries (created_at, id);
CREATE INDEX support_inquiries_handled_by_index ON support_inquiries (handled_by);
CREATE INDEX support_inquiries_profile_id_index ON support_inquiries (profile_id);

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  profile_id uuid CONSTRAINT contact_messages_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  submission_key uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT contact_messages_submission_key_unique UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  handled_by uuid CONSTRAINT contact_messages_handled_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  mailbox text NOT NULL
);
CREATE INDEX contact_messages_created_at_index ON contact_messages (created_at, id);
CREATE INDEX contact_messages_handled_by_index ON contact_messages (handled_by);
CREATE INDEX contact_messages_profile_id_index ON contact_messages (profile_id);

CREATE TABLE data_protection_complaints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  message text NOT NULL,
  profile_id uuid CONSTRAINT data_protection_complaints_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  submission_key uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT data_protection_complaints_submission_key_unique UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  handled_by uuid CONSTRAINT data_protection_complaints_handled_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  subject text NOT NULL,
  answer text
);
CREATE INDEX data_protection_complaints_created_at_index ON data_protection_complaints (created_at, id);
CREATE INDEX data_protection_complaints_handled_by_index ON data_protection_complaints (handled_by);
CREATE INDEX data_protection_complaints_profile_id_index ON data_protection_complaints (profile_id);

-- leads
-- =====

CREATE TABLE lead_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  email text NOT NULL,
  phone text,
  needs text NOT NULL,
  place text NOT NULL,
  wanted_by text,
  profile_id uuid CONSTRAINT lead_requests_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz
);
CREATE INDEX lead_requests_created_at_index ON lead_requests (created_at);
CREATE INDEX lead_requests_profile_id_index ON lead_requests (profile_id, created_at);

CREATE TABLE leads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  request_id uuid NOT NULL CONSTRAINT leads_request_id_lead_requests_id_fk REFERENCES lead_requests ON DELETE CASCADE,
  business_id uuid NOT NULL CONSTRAINT leads_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  submission_key uuid NOT NULL CONSTRAINT leads_submission_key_unique UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  held_for text,
  forwarded_at timestamptz,
  status text NOT NULL DEFAULT 'new',
  status_at timestamptz,
  reminded_at timestamptz,
  note text NOT NULL DEFAULT ''
);
CREATE INDEX leads_business_id_index ON leads (business_id, forwarded_at, id);
CREATE INDEX leads_request_id_index ON leads (request_id);
CREATE INDEX leads_spam_index ON leads (status_at) WHERE status = 'spam';
CREATE INDEX leads_status_index ON leads (status, forwarded_at) WHERE status = 'new';

CREATE TABLE lead_spam_reports (
  lead_id uuid PRIMARY KEY,
  business_id uuid NOT NULL CONSTRAINT lead_spam_reports_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  sender text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX lead_spam_reports_business_id_index ON lead_spam_reports (business_id, created_at);
CREATE INDEX lead_spam_reports_created_at_index ON lead_spam_reports (created_at);
CREATE INDEX lead_spam_reports_sender_index ON lead_spam_reports (sender, created_at);

CREATE TABLE lead_opt_outs (
  business_id uuid PRIMARY KEY CONSTRAINT lead_opt_outs_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What was sent to an owner is not for the next one, who chooses anew whether to take enquiries.
CREATE FUNCTION delete_leads_of_business() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  DELETE FROM leads WHERE business_id = NEW.id;
  DELETE FROM lead_opt_outs WHERE business_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER delete_leads AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION delete_leads_of_business();

-- reports
-- =======

CREATE TABLE report_items (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  subject_type text NOT NULL,
  subject_id uuid NOT NULL,
  business_id uuid CONSTRAINT report_items_business_id_businesses_id_fk REFERENCES businesses ON DELETE SET NULL,
  report_count integer NOT NULL DEFAULT 0,
  last_reported_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz
);
CREATE INDEX report_items_business_id_index ON report_items (business_id);
CREATE INDEX report_items_closed_at_index ON report_items (closed_at);
CREATE INDEX report_items_last_reported_at_index ON report_items (last_reported_at, id);
CREATE UNIQUE INDEX report_items_open_index ON report_items (subject_type, subject_id) WHERE closed_at IS NULL;

CREATE TABLE reports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  item_id uuid NOT NULL CONSTRAINT reports_item_id_report_items_id_fk REFERENCES report_items ON DELETE CASCADE,
  reason text NOT NULL,
  words text,
  email text,
  profile_id uuid CONSTRAINT reports_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  is_own boolean NOT NULL,
  submission_key uuid NOT NULL CONSTRAINT reports_submission_key_unique UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reports_item_id_index ON reports (item_id, created_at);
CREATE INDEX reports_profile_id_index ON reports (profile_id);

CREATE TABLE report_decisions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  item_id uuid NOT NULL CONSTRAINT report_decisions_item_id_report_items_id_fk REFERENCES report_items ON DELETE CASCADE,
  measure text NOT NULL,
  rule text NOT NULL,
  answer text,
  notice text,
  owner_id uuid CONSTRAINT report_decisions_owner_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  decided_by uuid CONSTRAINT report_decisions_decided_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  decided_at timestamptz NOT NULL DEFAULT now(),
  is_decided_alone boolean NOT NULL DEFAULT false
);
CREATE INDEX report_decisions_decided_by_index ON report_decisions (decided_by);
CREATE INDEX report_decisions_item_id_index ON report_decisions (item_id);
CREATE INDEX report_decisions_owner_id_index ON report_decisions (owner_id);

CREATE TABLE report_contests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  item_id uuid NOT NULL CONSTRAINT report_contests_item_id_report_items_id_fk REFERENCES report_items ON DELETE CASCADE,
  decision_id uuid NOT NULL
    CONSTRAINT report_contests_decision_id_report_decisions_id_fk REFERENCES report_decisions ON DELETE CASCADE,
  kind text NOT NULL,
  report_id uuid CONSTRAINT report_contests_report_id_unique UNIQUE
    CONSTRAINT report_contests_report_id_reports_id_fk REFERENCES reports ON DELETE CASCADE,
  profile_id uuid CONSTRAINT report_contests_profile_id_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  words text,
  created_at timestamptz NOT NULL DEFAULT now(),
  outcome text,
  answer text,
  decided_by uuid CONSTRAINT report_contests_decided_by_profiles_id_fk REFERENCES profiles ON DELETE SET NULL,
  decided_at timestamptz,
  is_decided_alone boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX report_contests_appeal_index ON report_contests (decision_id) WHERE kind = 'appeal';
CREATE INDEX report_contests_decided_by_index ON report_contests (decided_by);
CREATE INDEX report_contests_decision_id_index ON report_contests (decision_id);
CREATE INDEX report_contests_item_id_index ON report_contests (item_id);
CREATE INDEX report_contests_open_index ON report_contests (created_at) WHERE decided_at IS NULL;
CREATE INDEX report_contests_profile_id_index ON report_contests (profile_id);

-- insight
-- =======

CREATE TABLE visit_counts (
  business_id uuid NOT NULL CONSTRAINT visit_counts_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  day date NOT NULL,
  kind text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT visit_counts_business_id_day_kind_pk PRIMARY KEY (business_id, day, kind)
);
CREATE INDEX visit_counts_day_index ON visit_counts (day);

CREATE TABLE search_word_counts (
  business_id uuid NOT NULL CONSTRAINT search_word_counts_business_id_businesses_id_fk REFERENCES businesses ON DELETE CASCADE,
  week date NOT NULL,
  word text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT search_word_counts_business_id_week_word_pk PRIMARY KEY (business_id, week, word)
);
CREATE INDEX search_word_counts_week_index ON search_word_counts (week);

CREATE TABLE trade_weeks (
  trade_id text NOT NULL CONSTRAINT trade_weeks_trade_id_trades_id_fk REFERENCES trades ON DELETE CASCADE,
  week date NOT NULL,
  firms integer NOT NULL,
  view double precision NOT NULL,
  found double precision NOT NULL,
  phone double precision NOT NULL,
  website double precision NOT NULL,
  email double precision NOT NULL,
  enquiries double precision NOT NULL,
  CONSTRAINT trade_weeks_trade_id_week_pk PRIMARY KEY (trade_id, week)
);
CREATE INDEX trade_weeks_week_index ON trade_weeks (week);

CREATE TABLE monthly_mail_stops (
  user_id uuid PRIMARY KEY CONSTRAINT monthly_mail_stops_user_id_users_id_fk REFERENCES users ON DELETE CASCADE
);

-- privacy
-- =======

CREATE TABLE data_exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL CONSTRAINT data_exports_user_id_users_id_fk REFERENCES users ON DELETE CASCADE,
  requested_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  file_key text,
  expires_at timestamptz
);
CREATE INDEX data_exports_user_id_index ON data_exports (user_id, requested_at);

-- monitoring
-- ==========

CREATE TABLE worker_heartbeat (
  id boolean PRIMARY KEY DEFAULT true,
  beat_at timestamptz NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  CONSTRAINT worker_heartbeat_one_row CHECK (id)
);

CREATE TABLE failing_jobs (
  subject text PRIMARY KEY,
  cause text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  last_failed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE raised_alerts (
  cause text NOT NULL,
  day date NOT NULL,
  CONSTRAINT raised_alerts_cause_day_pk PRIMARY KEY (cause, day)
);

-- backups: what a restored one must not undo
-- ==========================================

-- Writes down what a restored backup must not undo, in the transaction of the change: a member left, a verification ended.
CREATE FUNCTION log_member_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO restore_log_entries (kind, entry) VALUES ('erased', jsonb_build_object('userId', OLD.id));
  ELSIF OLD.verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified') THEN
    INSERT INTO restore_log_entries (kind, entry)
    SELECT 'verification-ended', jsonb_build_object('userId', NEW.id, 'isRejected', coalesce(s.name = 'Rejected', false))
    FROM (SELECT 1) one LEFT JOIN verification_statuses s ON s.id = NEW.verification_status_id;
  ELSE
    RETURN NULL;
  END IF;
  PERFORM pg_notify('live', 'restore-log');
  RETURN NULL;
END
$$;

CREATE TRIGGER log_erasure AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION log_member_change();

CREATE TRIGGER log_verification_end AFTER UPDATE OF verification_status_id ON profiles
FOR EACH ROW WHEN (OLD.verification_status_id IS DISTINCT FROM NEW.verification_status_id)
EXECUTE FUNCTION log_member_change();

-- The same for status indexes that are given out, and for those that end for good. One entry for each statement.
CREATE FUNCTION log_credential_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  changed jsonb;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(jsonb_build_object('code', n.code, 'badgeKey', n.badge_key, 'list', n.status_list, 'index', n.status_index))
      INTO changed FROM new_rows n;
  ELSE
    SELECT jsonb_agg(jsonb_build_object('list', n.status_list, 'index', n.status_index))
      INTO changed FROM new_rows n JOIN old_rows o ON o.code = n.code WHERE o.ended_at IS NULL AND n.ended_at IS NOT NULL;
  END IF;
  IF changed IS NOT NULL THEN
    INSERT INTO restore_log_entries (kind, entry)
    VALUES (CASE TG_OP WHEN 'INSERT' THEN 'issued' ELSE 'ended' END, jsonb_build_object('credentials', changed));
    PERFORM pg_notify('live', 'restore-log');
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER log_issued_credentials AFTER INSERT ON credentials REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION log_credential_change();

CREATE TRIGGER log_ended_credentials AFTER UPDATE ON credentials REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION log_credential_change();

-- pages that were kept: which a change makes out of date
-- ======================================================

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
      ('business_registrations', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('directory_listings', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('fact_checks', 'business',
        $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$),
      ('lead_opt_outs', 'business',
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

-- A credential is never deleted.
CREATE TRIGGER announce_credential_pages_insert AFTER INSERT ON credentials REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes('credentials', 'credential', 'SELECT code FROM $');

CREATE TRIGGER announce_credential_pages_update AFTER UPDATE ON credentials
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes('credentials', 'credential', 'SELECT code FROM $');
