/**
 * Test files that every run carries out on the embedded database too; the full run does so with all that open a database.
 * Here is what reaches jobs, locks or notifications, in which the engines differ most, and for each file of queries at
 * least one test that runs it. `tests/engines.test.ts` holds the list to that.
 */
export const testsOnBothEngines = [
  'app/features/account/{mails,service,service-changes,tokens,two-factor-service}.server.test.ts',
  'app/features/backups/{job-handlers,whole-restore-service}.server.test.ts',
  'app/features/businesses/{handover/service,media-service,service}.server.test.ts',
  'app/features/credentials/{service,signing/service}.server.test.ts',
  'app/features/directory/{listings,service.server,search/service.server}.test.ts',
  'app/features/enquiries/service.server.test.ts',
  'app/features/{insight,leads,monitoring}/service.server.test.ts',
  'app/features/orders/{administration-service,mails,personal-data-service,printing/event-service,views/service}.server.test.ts',
  'app/features/places/service.server.test.ts',
  'app/features/podcasts/{cover-service,feed/service,service}.server.test.ts',
  'app/features/profile/{registration-service,service,suspension-service}.server.test.ts',
  'app/features/reference/{service,trades-service}.server.test.ts',
  'app/features/reports/service.server.test.ts',
  'app/features/review/{audit-service,statistics-service,jobs-service,service}.server.test.ts',
  'app/features/shortlist/service.server.test.ts',
  'app/features/shop/{cart,stripe-sync,sync}/service.server.test.ts',
  'app/features/verification/{decisions/reversal-service,decisions/service,documents/service,facts/service,documents/key-check-service,maintenance/service,service}.server.test.ts',
  'app/platform/.server/{database,finished-pages,installation,jobs,limits,live,migrations}.test.ts',
  'app/routes/account/live.test.ts',
  'app/routes/shop/{printful,stripe-webhook}.test.ts',
  'server/scrubbing.test.ts',
  'db/{demo-accounts,migrations,releases,seed-businesses}.test.ts',
  'db/import/import-businesses.test.ts',
  'tests/{business-creation,engines,evidence,handover,own-business,hidden-streets,mails-to-strangers,shop-faults,shop-kill-points,single-pictures,unclaimed-files}.test.ts',
  'worker/*.test.ts',
]
