CREATE TABLE "closed_status_lists" (
	"list" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restore_hold" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL,
	"backup" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"snapshot" text NOT NULL,
	CONSTRAINT "restore_hold_one_row" CHECK ("restore_hold"."id")
);
--> statement-breakpoint
CREATE TABLE "restore_log_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restore_log_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"happened_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"xid" text DEFAULT pg_current_xact_id()::text NOT NULL,
	"kind" text NOT NULL,
	"entry" jsonb NOT NULL
);
--> statement-breakpoint
-- Issues what is missing to those of these businesses that are listed, and returns how much. A code, an address or an index that is
-- taken is drawn again. A list of 131,072 indexes takes 98,304, three quarters; then the next one begins. A list that was
-- closed after a restore gives out nothing more.
CREATE OR REPLACE FUNCTION issue_credentials(of_businesses uuid[]) RETURNS integer
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
    SELECT greatest(max(status_list), (SELECT max(closed.list) + 1 FROM closed_status_lists closed), 1)
      INTO list FROM credentials;
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
--> statement-breakpoint
CREATE TRIGGER log_erasure AFTER DELETE ON profiles FOR EACH ROW EXECUTE FUNCTION log_member_change();
--> statement-breakpoint
CREATE TRIGGER log_verification_end AFTER UPDATE OF verification_status_id ON profiles
FOR EACH ROW WHEN (OLD.verification_status_id IS DISTINCT FROM NEW.verification_status_id)
EXECUTE FUNCTION log_member_change();
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER log_issued_credentials AFTER INSERT ON credentials REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION log_credential_change();
--> statement-breakpoint
CREATE TRIGGER log_ended_credentials AFTER UPDATE ON credentials REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION log_credential_change();
