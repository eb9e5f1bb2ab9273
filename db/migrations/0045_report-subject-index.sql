-- Outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "report_items_subject_id_index" ON "report_items" USING btree ("subject_id");
