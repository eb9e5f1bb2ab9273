CREATE TABLE "business_handovers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"business_id" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"invited_email" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"accepted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "business_handovers" ADD CONSTRAINT "business_handovers_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_handovers" ADD CONSTRAINT "business_handovers_asked_by_profiles_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_handovers" ADD CONSTRAINT "business_handovers_accepted_by_profiles_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "business_handovers_open_unique" ON "business_handovers" USING btree ("business_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "business_handovers_business_id_index" ON "business_handovers" USING btree ("business_id");--> statement-breakpoint
CREATE INDEX "business_handovers_asked_by_index" ON "business_handovers" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "business_handovers_accepted_by_index" ON "business_handovers" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "business_handovers_invited_email_index" ON "business_handovers" USING btree ("invited_email");--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER end_handovers AFTER UPDATE OF suspended_at ON profiles
FOR EACH ROW WHEN (OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL)
EXECUTE FUNCTION end_business_handovers();
--> statement-breakpoint
CREATE TRIGGER end_handovers AFTER UPDATE OF profile_id ON businesses
FOR EACH ROW WHEN (OLD.profile_id IS DISTINCT FROM NEW.profile_id)
EXECUTE FUNCTION end_business_handovers();
