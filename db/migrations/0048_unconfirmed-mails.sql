CREATE TABLE "unconfirmed_mails" (
	"event" text PRIMARY KEY NOT NULL,
	"mailbox_hash" text NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "unconfirmed_mails_mailbox_hash_index" ON "unconfirmed_mails" USING btree ("mailbox_hash","counted_at");--> statement-breakpoint
CREATE INDEX "unconfirmed_mails_counted_at_index" ON "unconfirmed_mails" USING btree ("counted_at");