/**
 * The migrations that the baseline replaced, in order: `oldest_release` and the manifests of backups name them. See
 * `docs/decisions/0075-one-baseline.md`.
 */
export const migrationsReplacedByBaseline = [
  '0000_extensions',
  '0001_tables',
  '0002_reference-data',
  '0003_directory',
  '0004_accounts',
  '0005_listings',
  '0006_verification',
  '0007_staff_searches',
  '0008_audit',
  '0009_public-pages',
  '0010_shop',
  '0011_order-refunds',
  '0012_installation',
  '0013_verification-ends',
  '0014_photographs-re-encoded',
  '0015_suspension-reason',
  '0016_codes-count-once',
  '0017_oldest-release',
  '0018_cookies-prefixed',
  '0019_reply-to-a-reviewer',
  '0020_removed-pictures',
  '0021_repeatable-migrations',
  '0022_finding',
  '0023_listings-without-position',
  '0024_page-changes',
  '0025_credentials',
  '0026_verifications-taken-back',
  '0027_handover',
  '0028_facts',
  '0029_leads',
  '0030_reports',
  '0031_insight',
  '0032_spam-reports',
  '0033_insight-words',
  '0034_backups',
  '0035_monitoring',
  '0036_undeliverable-addresses',
  '0037_data-protection-complaints',
  '0038_late-bounces',
  '0039_secret-fingerprints',
  '0040_short-pending-lists',
  '0041_email-local-parts',
]

/**
 * By what a database shows that it has all of them: the row of the last one, which a new database gets too. Its first version, without
 * an ANALYZE, made the same tables.
 */
export const baselineMigration = {
  when: 1795690372672,
  hashes: [
    '76e5a420179fc8d062d2488996404fc283b4712f78e047ffe2ad361c963250c6',
    'd7a470746f638cc2a2600ea9ec7f8081743075b31047db77b3ad1fd5ec63ca90',
  ],
}

/** The last commit with all of them. It brings what is older to where this release goes on. */
export const lastCommitBeforeBaseline = '2c414b5e'
