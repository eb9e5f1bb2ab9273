ALTER TABLE "name_changes" ADD COLUMN "earlier_name" text;--> statement-breakpoint
ALTER TABLE "name_changes" ADD COLUMN "earlier_business_name" text;--> statement-breakpoint
-- Nothing reads or writes the column business_id any more; a later release drops it.
-- As before, and a business that is deleted or handed on is remembered by its name, to be compared with the next one of its owner.
CREATE OR REPLACE FUNCTION keep_changed_names() RETURNS trigger
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
    RETURN NULL;
  END IF;

  IF TG_OP = 'UPDATE' THEN
    INSERT INTO name_changes (verification_id, name, business_name)
    SELECT DISTINCT ON (v.id) v.id, concat_ws(' ', p.first_name, p.last_name), o.name
    FROM new_rows n JOIN old_rows o USING (id) JOIN profiles p ON p.id = o.profile_id JOIN verifications v ON v.profile_id = p.id
    WHERE (n.profile_id IS DISTINCT FROM o.profile_id OR n.name <> o.name AND fold_name(n.name) <> fold_name(o.name))
      AND coalesce(p.business_id, o.id) = o.id AND was_sent(p.id)
    ORDER BY v.id, o.id
    ON CONFLICT (verification_id) DO UPDATE SET
      changed_at = now(), business_name = coalesce(name_changes.business_name, excluded.business_name);
  ELSIF TG_OP = 'DELETE' THEN
    -- The profile links to none by now, unless the owner has another.
    INSERT INTO name_changes (verification_id, name, business_name)
    SELECT DISTINCT ON (v.id) v.id, concat_ws(' ', p.first_name, p.last_name), o.name
    FROM old_rows o JOIN profiles p ON p.id = o.profile_id JOIN verifications v ON v.profile_id = p.id
    WHERE p.business_id IS NULL AND was_sent(p.id)
    ORDER BY v.id, o.id
    ON CONFLICT (verification_id) DO UPDATE SET business_name = coalesce(name_changes.business_name, excluded.business_name);
    RETURN NULL;
  END IF;

  -- Whoever has another business than the one they had has changed its name now.
  IF TG_OP = 'INSERT' THEN
    UPDATE name_changes c SET changed_at = now()
    FROM new_rows n JOIN verifications v ON v.profile_id = n.profile_id
    WHERE c.verification_id = v.id AND c.business_name IS NOT NULL;
  ELSE
    UPDATE name_changes c SET changed_at = now()
    FROM new_rows n JOIN old_rows o USING (id) JOIN verifications v ON v.profile_id = n.profile_id
    WHERE c.verification_id = v.id AND c.business_name IS NOT NULL AND n.profile_id IS DISTINCT FROM o.profile_id;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER compare_names_added AFTER INSERT ON businesses REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_names();
--> statement-breakpoint
CREATE TRIGGER compare_names_deleted AFTER DELETE ON businesses REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION keep_changed_names();
