import { jobHandlers as accountJobs } from '../app/features/account/job-handlers.server.ts'
import * as accountMails from '../app/features/account/mails.server.ts'
import { jobHandlers as backupJobs } from '../app/features/backups/job-handlers.server.ts'
import { jobHandlers as businessJobs } from '../app/features/businesses/job-handlers.server.ts'
import * as businessMails from '../app/features/businesses/mails.server.ts'
import * as contactMails from '../app/features/contact/mails.server.ts'
import { jobHandlers as credentialJobs } from '../app/features/credentials/job-handlers.server.ts'
import { jobHandlers as directoryJobs } from '../app/features/directory/job-handlers.server.ts'
import { jobHandlers as enquiryJobs } from '../app/features/enquiries/job-handlers.server.ts'
import * as enquiryMails from '../app/features/enquiries/mails.server.ts'
import { jobHandlers as monitoringJobs } from '../app/features/monitoring/job-handlers.server.ts'
import * as monitoringMails from '../app/features/monitoring/mails.server.ts'
import { jobHandlers as offerJobs } from '../app/features/offers/job-handlers.server.ts'
import * as offerMails from '../app/features/offers/mails.server.ts'
import { jobHandlers as orderJobs } from '../app/features/orders/job-handlers.server.ts'
import * as orderMails from '../app/features/orders/mails.server.ts'
import { jobHandlers as podcastJobs } from '../app/features/podcasts/job-handlers.server.ts'
import { jobHandlers as privacyJobs } from '../app/features/privacy/job-handlers.server.ts'
import * as privacyMails from '../app/features/privacy/mails.server.ts'
import * as profileMails from '../app/features/profile/mails.server.ts'
import * as registrationMails from '../app/features/registration/mails.server.ts'
import { jobHandlers as reportJobs } from '../app/features/reports/job-handlers.server.ts'
import * as reportMails from '../app/features/reports/mails.server.ts'
import { jobHandlers as shopJobs } from '../app/features/shop/job-handlers.server.ts'
import { jobHandlers as verificationJobs } from '../app/features/verification/job-handlers.server.ts'
import * as verificationMails from '../app/features/verification/mails.server.ts'
import { jobHandlers as visitJobs } from '../app/features/visits/job-handlers.server.ts'
import * as visitMails from '../app/features/visits/mails.server.ts'
import { removedPictureJobHandlers } from '../app/platform/.server/images/removed-pictures.ts'
import type { JobHandler } from '../app/platform/.server/jobs/handle-jobs.ts'
import { storedFileJobHandlers } from '../app/platform/.server/storage/stored-files.ts'

const mails = [
  accountMails,
  businessMails,
  contactMails,
  visitMails,
  enquiryMails,
  monitoringMails,
  offerMails,
  orderMails,
  privacyMails,
  profileMails,
  registrationMails,
  reportMails,
  verificationMails,
]
const jobs = [
  storedFileJobHandlers,
  removedPictureJobHandlers,
  accountJobs,
  businessJobs,
  verificationJobs,
  directoryJobs,
  credentialJobs,
  offerJobs,
  enquiryJobs,
  visitJobs,
  podcastJobs,
  reportJobs,
  shopJobs,
  orderJobs,
  monitoringJobs,
  privacyJobs,
  backupJobs,
]

/** The handler of every job and every mail, by its name. */
export const jobHandlersByName: ReadonlyMap<string, JobHandler> = new Map(
  [...jobs.flat(), ...mails.flatMap((definitions): JobHandler[] => Object.values(definitions))].map((handler) => [
    handler.name,
    handler,
  ]),
)
