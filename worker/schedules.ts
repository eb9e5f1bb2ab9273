import { resealSecondFactorsJob } from '../app/features/account/jobs.server.ts'
import { maintainBackupsJob, makeBackupJob } from '../app/features/backups/jobs.server.ts'
import { tellAboutStreetAddressesJob } from '../app/features/businesses/jobs.server.ts'
import { issueMissingJob, resealKeyJob } from '../app/features/credentials/jobs.server.ts'
import { refreshListingsJob } from '../app/features/directory/jobs.server.ts'
import { maintainEnquiriesJob } from '../app/features/enquiries/jobs.server.ts'
import { raiseAlertsJob } from '../app/features/monitoring/jobs.server.ts'
import { giveCodesJob, resealCodesJob } from '../app/features/offers/jobs.server.ts'
import { reconcileOrdersJob } from '../app/features/orders/jobs.server.ts'
import { refreshDueFeedsJob } from '../app/features/podcasts/jobs.server.ts'
import { deleteExpiredJob } from '../app/features/privacy/jobs.server.ts'
import { deleteOldReportsJob } from '../app/features/reports/jobs.server.ts'
import { syncDueProductsJob } from '../app/features/shop/jobs.server.ts'
import { maintainVerificationsJob } from '../app/features/verification/jobs.server.ts'
import { maintainVisitCountsJob, startMonthlyMailsJob } from '../app/features/visits/jobs.server.ts'
import type { JobSchedule, RetiredJob } from '../app/platform/.server/jobs/jobs.ts'

const everyTenMinutes = '*/10 * * * *'

/** What runs at certain times. */
export const schedules: JobSchedule[] = [
  { job: maintainVerificationsJob, cron: '0 3 * * *' },
  { job: refreshListingsJob, cron: '30 3 * * *' },
  { job: issueMissingJob, cron: '15 4 * * *' },
  { job: resealSecondFactorsJob, cron: '25 4 * * *' },
  { job: resealKeyJob, cron: '20 4 * * *' },
  { job: maintainVisitCountsJob, cron: '50 3 * * *' },
  { job: startMonthlyMailsJob, cron: '0 9 1 * *' },
  { job: maintainEnquiriesJob, cron: '30 8 * * *' },
  { job: deleteOldReportsJob, cron: '45 3 * * *' },
  { job: tellAboutStreetAddressesJob, cron: '0 9 * * *' },
  { job: makeBackupJob, cron: '15 2 * * *' },
  { job: maintainBackupsJob, cron: '40 * * * *' },
  { job: deleteExpiredJob, cron: '25 * * * *' },
  { job: resealCodesJob, cron: '22 4 * * *' },
  { job: giveCodesJob, cron: everyTenMinutes },
  { job: refreshDueFeedsJob, cron: everyTenMinutes },
  { job: syncDueProductsJob, cron: everyTenMinutes },
  { job: reconcileOrdersJob, cron: everyTenMinutes },
  { job: raiseAlertsJob, cron: everyTenMinutes },
]

/** What earlier releases scheduled. */
export const retired: RetiredJob[] = [{ name: 'account.read-bounces', queue: 'feeds' }]
