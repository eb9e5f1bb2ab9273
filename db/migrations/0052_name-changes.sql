CREATE TABLE "name_changes" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"business_id" uuid,
	"business_name" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "name_changes" ADD CONSTRAINT "name_changes_verification_id_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."verifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_changes" ADD CONSTRAINT "name_changes_business_id_businesses_id_fk" FOREIGN KEY ("business_id") REFERENCES "public"."businesses"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "name_changes_changed_at_index" ON "name_changes" USING btree ("changed_at","verification_id");--> statement-breakpoint
CREATE INDEX "name_changes_business_id_index" ON "name_changes" USING btree ("business_id");
--> statement-breakpoint
-- Keeps what a member or their business was called when a verification was sent or checked, at the first change of a name since. By
-- triggers, so that no writer can forget it. Each is named so that it runs before those that write listings: whoever decides a
-- case locks in the same order.
CREATE FUNCTION keep_changed_names() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_TABLE_NAME = 'profiles' THEN
    INSERT INTO name_changes (verification_id, name)
    SELECT v.id, concat_ws(' ', o.first_name, o.last_name)
    FROM new_rows n JOIN old_rows o USING (id) JOIN verifications v ON v.profile_id = n.id
    WHERE (n.first_name, n.last_name) IS DISTINCT FROM (o.first_name, o.last_name)
      AND fold_name(concat_ws(' ', n.first_name, n.last_name)) <> fold_name(concat_ws(' ', o.first_name, o.last_name))
      AND was_sent(v.profile_id)
    ORDER BY v.id
    ON CONFLICT (verification_id) DO UPDATE SET changed_at = now();
  ELSE
    INSERT INTO name_changes (verification_id, name, business_id, business_name)
    SELECT v.id, concat_ws(' ', p.first_name, p.last_name), o.id, o.name
    FROM new_rows n JOIN old_rows o USING (id) JOIN profiles p ON p.id = n.profile_id JOIN verifications v ON v.profile_id = p.id
    WHERE n.name <> o.name AND fold_name(n.name) <> fold_name(o.name) AND n.profile_id = o.profile_id AND was_sent(p.id)
    ORDER BY v.id
    ON CONFLICT (verification_id) DO UPDATE SET
      changed_at = now(),
      business_name = CASE WHEN name_changes.business_id = excluded.business_id THEN name_changes.business_name ELSE excluded.business_name END,
      business_id = excluded.business_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- Whether a verification was ever sent or checked. Before that it is only being put together.
CREATE FUNCTION was_sent(member uuid) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
AS $$
  SELECT EXISTS (
    SELECT FROM public.profiles p JOIN public.verification_statuses s ON s.id = p.verification_status_id
    WHERE p.id = member AND s.name <> 'Pending'
  ) OR EXISTS (SELECT FROM public.verification_decisions d WHERE d.profile_id = member)
$$;
--> statement-breakpoint
CREATE TRIGGER compare_names AFTER UPDATE ON profiles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_names();
--> statement-breakpoint
CREATE TRIGGER compare_names AFTER UPDATE ON businesses REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_names();
