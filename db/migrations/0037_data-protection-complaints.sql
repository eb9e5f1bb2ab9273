CREATE TABLE "data_protection_complaints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"profile_id" uuid,
	"submission_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"handled_by" uuid,
	"subject" text NOT NULL,
	"answer" text,
	CONSTRAINT "data_protection_complaints_submission_key_unique" UNIQUE("submission_key")
);
--> statement-breakpoint
ALTER TABLE "data_protection_complaints" ADD CONSTRAINT "data_protection_complaints_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_protection_complaints" ADD CONSTRAINT "data_protection_complaints_handled_by_profiles_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_protection_complaints_created_at_index" ON "data_protection_complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "data_protection_complaints_profile_id_index" ON "data_protection_complaints" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "data_protection_complaints_handled_by_index" ON "data_protection_complaints" USING btree ("handled_by");