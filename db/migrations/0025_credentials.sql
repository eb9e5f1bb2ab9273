CREATE TABLE "credential_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"code" text PRIMARY KEY NOT NULL,
	"badge_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"status_list" integer NOT NULL,
	"status_index" integer NOT NULL,
	"business_id" uuid,
	"verification_id" uuid,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unlisted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "credentials_badge_key_unique" UNIQUE("badge_key"),
	CONSTRAINT "credentials_status_unique" UNIQUE("status_list","status_index")
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credential_keys_current_unique" ON "credential_keys" USING btree ((retired_at IS NULL)) WHERE retired_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_business_id_unique" ON "credentials" USING btree ("business_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "credentials_business_id_index" ON "credentials" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "credentials_verification_id_index" ON "credentials" USING btree ("verification_id");--> statement-breakpoint
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
--> statement-breakpoint
-- Issues what is missing to those of these businesses that are listed, and returns how much. A code, an address or an index that is
-- taken is drawn again. A list of 131,072 indexes takes 98,304, three quarters; then the next one begins.
CREATE FUNCTION issue_credentials(of_businesses uuid[]) RETURNS integer
LANGUAGE plpgsql
AS $$
DECLARE
  missing_businesses uuid[];
  missing_verifications uuid[];
  list integer;
  room integer;
  written integer;
  total integer := 0;
BEGIN
  -- Bounded, as a transaction that sees no changes of others would draw for ever. A scheduled job issues what is left.
  FOR round IN 1..64 LOOP
    -- EXECUTE plans each time: a plan from when the tables were small would scan them.
    EXECUTE $query$
      SELECT array_agg(p.id), array_agg(v.id)
      FROM public_businesses_view p
      JOIN verifications v ON v.profile_id = p.profile_id
      WHERE p.id = ANY ($1)
        AND NOT EXISTS (SELECT FROM credentials c WHERE c.business_id = p.id AND c.ended_at IS NULL)
    $query$ INTO missing_businesses, missing_verifications USING of_businesses;
    EXIT WHEN missing_businesses IS NULL;
    SELECT coalesce(max(status_list), 1) INTO list FROM credentials;
    SELECT 98304 - count(*) INTO room FROM credentials WHERE status_list = list;
    IF room <= 0 THEN
      list := list + 1;
      room := 98304;
    END IF;
    INSERT INTO credentials (code, status_list, status_index, business_id, verification_id)
    SELECT
      random_credential_code(),
      list,
      (('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint & 131071)::int,
      m.business_id,
      m.verification_id
    FROM unnest(missing_businesses, missing_verifications) AS m (business_id, verification_id)
    LIMIT room
    ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS written = ROW_COUNT;
    total := total + written;
  END LOOP;
  RETURN total;
END
$$;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER end_credential BEFORE UPDATE ON credentials FOR EACH ROW EXECUTE FUNCTION end_credential();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER end_credentials AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION end_credentials_of_business();
--> statement-breakpoint
CREATE FUNCTION end_credentials_of_verification() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE credentials SET ended_at = now() WHERE verification_id = NEW.id AND ended_at IS NULL;
  PERFORM issue_credentials(ARRAY(SELECT id FROM businesses WHERE profile_id = NEW.profile_id));
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER end_credentials AFTER UPDATE OF military_relationship_type_id ON verifications
FOR EACH ROW WHEN (OLD.military_relationship_type_id IS DISTINCT FROM NEW.military_relationship_type_id)
EXECUTE FUNCTION end_credentials_of_verification();
--> statement-breakpoint
-- Called once for each statement. A listing of directory_listings is written in the transaction that makes a business listed.
CREATE FUNCTION follow_credential_change() RETURNS trigger
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
    WHERE c.business_id = n.business_id AND c.ended_at IS NULL AND c.unlisted_at IS NOT NULL;
    PERFORM issue_credentials(ARRAY(SELECT business_id FROM new_rows));
  ELSE
    -- A verification that lapsed did so on its day, not when it was recorded.
    UPDATE credentials c SET unlisted_at = least(now(), o.ends_at)
    FROM old_rows o
    WHERE c.business_id = o.business_id AND c.ended_at IS NULL;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER issue_credentials AFTER INSERT ON directory_listings REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();
--> statement-breakpoint
CREATE TRIGGER suspend_credentials AFTER DELETE ON directory_listings REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();
--> statement-breakpoint
CREATE TRIGGER issue_credentials AFTER INSERT ON verifications REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION follow_credential_change();
--> statement-breakpoint
CREATE TRIGGER announce_credential_pages_insert AFTER INSERT ON credentials REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes('credentials', 'credential', 'SELECT code FROM $');
--> statement-breakpoint
CREATE TRIGGER announce_credential_pages_update AFTER UPDATE ON credentials
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes('credentials', 'credential', 'SELECT code FROM $');
