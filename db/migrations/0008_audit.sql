DROP INDEX "audit_events_happened_at_index";--> statement-breakpoint
DROP INDEX "audit_events_subject_index";--> statement-breakpoint
CREATE INDEX "audit_events_happened_index" ON "audit_events" USING btree ("happened_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_action_index" ON "audit_events" USING btree ("action","happened_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_actor_index" ON "audit_events" USING btree ("actor_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "audit_events_subject_index" ON "audit_events" USING btree ("subject_id","happened_at","id");