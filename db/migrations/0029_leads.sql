CREATE TABLE "lead_opt_outs" (
	"business_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"needs" text NOT NULL,
	"place" text NOT NULL,
	"wanted_by" text,
	"profile_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"request_id" uuid NOT NULL,
	"business_id" uuid NOT NULL,
	"submission_key" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"held_for" text,
	"forwarded_at" timestamp with time zone,
	"status" text DEFAULT 'new' NOT NULL,
	"status_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "leads_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
ALTER TABLE "lead_opt_outs" ADD CONSTRAINT "lead_opt_outs_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_requests" ADD CONSTRAINT "lead_requests_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_request_id_lead_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."lead_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_requests_created_at_index" ON "lead_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "lead_requests_profile_id_index" ON "lead_requests" USING btree ("profile_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_request_id_index" ON "leads" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "leads_business_id_index" ON "leads" USING btree ("business_id","forwarded_at","id");--> statement-breakpoint
CREATE INDEX "leads_status_index" ON "leads" USING btree ("status","forwarded_at") WHERE status = 'new';--> statement-breakpoint
CREATE INDEX "leads_spam_index" ON "leads" USING btree ("status_at") WHERE status = 'spam';--> statement-breakpoint
-- The page of a business has a button for enquiries; see 0024_page-changes.sql.
DO $do$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT * FROM (VALUES
      ('INSERT', 'NEW TABLE AS new_rows'),
      ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'),
      ('DELETE', 'OLD TABLE AS old_rows')
    ) AS t (event, tables)
  LOOP
    EXECUTE format(
      'CREATE TRIGGER announce_business_pages_%s AFTER %s ON lead_opt_outs REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes(%s)',
      lower(change.event), change.event, change.tables,
      $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE id IN (SELECT business_id FROM $)'$$
    );
  END LOOP;
END
$do$;--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER delete_leads AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION delete_leads_of_business();
