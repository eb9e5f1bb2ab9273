import { reencryptTwoFactorSecretsJob } from '../app/features/account/jobs.server.ts'
import { deleteOldBackupsAndFlushRestoreLogJob, makeBackupJob } from '../app/features/backups/jobs.server.ts'
import { queueStreetAddressVisibilityMailsJob } from '../app/features/businesses/jobs.server.ts'
import {
  issueMissingListingCredentialsJob,
  reencryptCredentialSigningKeyJob,
} from '../app/features/credentials/jobs.server.ts'
import { refreshDirectoryListingsIfDueJob } from '../app/features/directory/jobs.server.ts'
import { remindOwnersAndDeleteOldEnquiriesJob } from '../app/features/enquiries/jobs.server.ts'
import { raiseFailureAlertsJob } from '../app/features/monitoring/jobs.server.ts'
import { givePartnerCodesJob, resealPartnerCodesJob } from '../app/features/offers/jobs.server.ts'
import { reconcileOrdersJob } from '../app/features/orders/jobs.server.ts'
import { refreshDuePodcastFeedsJob } from '../app/features/podcasts/jobs.server.ts'
import { deleteExpiredDataJob } from '../app/features/privacy/jobs.server.ts'
import { deleteOldReportTextsJob } from '../app/features/reports/jobs.server.ts'
import { queueProductSyncIfDueJob } from '../app/features/shop/jobs.server.ts'
import { maintainVerificationsJob } from '../app/features/verification/jobs.server.ts'
import { maintainVisitCountsJob, startMonthlyVisitsMailsJob } from '../app/features/visits/jobs.server.ts'
import type { JobSchedule, RetiredJob } from '../app/platform/.server/jobs/jobs.ts'

const everyTenMinutes = '*/10 * * * *'

/** What runs at certain times. */
export const jobSchedules: JobSchedule[] = [
  { job: maintainVerificationsJob, cron: '0 3 * * *' },
  { job: refreshDirectoryListingsIfDueJob, cron: '30 3 * * *' },
  { job: issueMissingListingCredentialsJob, cron: '15 4 * * *' },
  { job: reencryptTwoFactorSecretsJob, cron: '25 4 * * *' },
  { job: reencryptCredentialSigningKeyJob, cron: '20 4 * * *' },
  { job: maintainVisitCountsJob, cron: '50 3 * * *' },
  { job: startMonthlyVisitsMailsJob, cron: '0 9 1 * *' },
  { job: remindOwnersAndDeleteOldEnquiriesJob, cron: '30 8 * * *' },
  { job: deleteOldReportTextsJob, cron: '45 3 * * *' },
  { job: queueStreetAddressVisibilityMailsJob, cron: '0 9 * * *' },
  { job: makeBackupJob, cron: '15 2 * * *' },
  { job: deleteOldBackupsAndFlushRestoreLogJob, cron: '40 * * * *' },
  { job: deleteExpiredDataJob, cron: '25 * * * *' },
  { job: resealPartnerCodesJob, cron: '22 4 * * *' },
  { job: givePartnerCodesJob, cron: everyTenMinutes },
  { job: refreshDuePodcastFeedsJob, cron: everyTenMinutes },
  { job: queueProductSyncIfDueJob, cron: everyTenMinutes },
  { job: reconcileOrdersJob, cron: everyTenMinutes },
  { job: raiseFailureAlertsJob, cron: everyTenMinutes },
]

/** What earlier releases scheduled. */
export const retiredJobs: RetiredJob[] = [{ name: 'account.read-bounces', queue: 'feeds' }]
