-- What verifications rest on that were there before records. A sample's owner has an address that no mail server has. An import leaves
-- neither an approval nor a declaration, until its owner confirms it. An approval rests on documents where its reviewer had opened
-- one before, of the evidence that it was about; certificates of facts are none. Nobody knows of the rest what was seen: they stay
-- listed without a record, and admins have a list of them.
INSERT INTO verification_records (profile_id, basis, recorded_by, recorded_at, confirmed_by, confirmed_at, decision_id)
SELECT p.id, found.basis, approval.reviewer_id, found.since, approval.reviewer_id, found.since, approval.id
FROM profiles p
JOIN users u ON u.id = p.id
LEFT JOIN verifications v ON v.profile_id = p.id
LEFT JOIN LATERAL (
  SELECT d.id, d.reviewer_id, d.decided_at FROM verification_decisions d
  WHERE d.profile_id = p.id AND d.decision = 'approved' AND d.decided_at >= v.created_at
  ORDER BY d.decided_at DESC LIMIT 1
) approval ON true
CROSS JOIN LATERAL (
  SELECT
    CASE
      WHEN u.email LIKE '%@owners.example' OR u.email = 'owner@sample.example' THEN 'sample'
      WHEN approval.id IS NOT NULL AND EXISTS (
        SELECT FROM audit_events opened
        WHERE opened.subject_id = p.id AND opened.action = 'verification.document.read'
          AND opened.happened_at BETWEEN v.created_at AND approval.decided_at
          AND opened.actor_id = coalesce(approval.reviewer_id, (
            SELECT a.actor_id FROM audit_events a
            WHERE a.subject_id = p.id AND a.action = 'verification.approved' ORDER BY a.happened_at DESC LIMIT 1
          ))
          AND NOT EXISTS (
            SELECT FROM verification_documents f WHERE f.id::text = opened.detail ->> 'document' AND f.kind = 'certificate'
          )
      ) THEN 'documents'
      WHEN approval.id IS NULL AND (
        v.declaration_accepted_at IS NULL OR EXISTS (
          SELECT FROM verification_decisions c WHERE c.profile_id = p.id AND c.decision = 'confirmed' AND c.decided_at >= v.created_at
        )
      ) THEN 'import'
    END AS basis,
    coalesce(approval.decided_at, v.verified_at, v.created_at, p.created_at) AS since
) found
WHERE p.verification_status_id = (SELECT s.id FROM verification_statuses s WHERE s.name = 'Verified')
  AND coalesce(p.verification_ends_at > now(), true) AND found.basis IS NOT NULL
ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Pages say what a verification rests on.
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
      'CREATE TRIGGER announce_business_pages_%s AFTER %s ON verification_records REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION announce_page_changes(%s)',
      lower(change.event), change.event, change.tables,
      $$'directory', 'business', 'SELECT business_slug FROM businesses WHERE profile_id IN (SELECT profile_id FROM $)'$$
    );
  END LOOP;
END
$do$;
