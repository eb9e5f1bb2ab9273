CREATE TABLE "verification_exclusions" (
	"verification_id" uuid NOT NULL,
	"reviewer_id" uuid NOT NULL,
	CONSTRAINT "verification_exclusions_verification_id_reviewer_id_pk" PRIMARY KEY("verification_id","reviewer_id")
);
--> statement-breakpoint
ALTER TABLE "verification_decisions" ADD COLUMN "is_decided_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_exclusions" ADD CONSTRAINT "verification_exclusions_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_exclusions" ADD CONSTRAINT "verification_exclusions_reviewer_id_profiles_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_exclusions_reviewer_id_index" ON "verification_exclusions" USING btree ("reviewer_id");