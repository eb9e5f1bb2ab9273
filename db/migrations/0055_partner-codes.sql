CREATE TABLE "partner_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner" text NOT NULL,
	"code" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"profile_id" uuid,
	"given_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "partner_codes_member" UNIQUE("partner","profile_id"),
	CONSTRAINT "partner_codes_given" CHECK ("partner_codes"."profile_id" IS NULL OR "partner_codes"."given_at" IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "partner_codes" ADD CONSTRAINT "partner_codes_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_codes_profile_id_index" ON "partner_codes" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "partner_codes_shared" ON "partner_codes" USING btree ("partner") WHERE "partner_codes"."is_shared" AND "partner_codes"."given_at" IS NULL;--> statement-breakpoint
CREATE INDEX "partner_codes_free" ON "partner_codes" USING btree ("partner","added_at","id") WHERE "partner_codes"."given_at" IS NULL;--> statement-breakpoint
CREATE INDEX "partner_codes_unsent" ON "partner_codes" USING btree ("partner") WHERE "partner_codes"."given_at" IS NOT NULL AND "partner_codes"."sent_at" IS NULL;--> statement-breakpoint
-- Writes down which member a code was given to, and that it was sent, as a restored backup must not give it to another.
CREATE FUNCTION log_given_code() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO restore_log_entries (kind, entry) VALUES ('code-given', jsonb_build_object(
    'id', NEW.id, 'partner', NEW.partner, 'code', NEW.code, 'isShared', NEW.is_shared, 'profileId', NEW.profile_id,
    'isSent', NEW.sent_at IS NOT NULL
  ));
  PERFORM pg_notify('live', 'restore-log');
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER log_given_code AFTER INSERT OR UPDATE OF given_at, sent_at ON partner_codes
FOR EACH ROW WHEN (NEW.given_at IS NOT NULL) EXECUTE FUNCTION log_given_code();
