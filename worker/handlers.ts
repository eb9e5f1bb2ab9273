import { handlers as account } from '../app/features/account/jobs.server.ts'
import { handlers as businesses } from '../app/features/businesses/jobs.server.ts'
import { handlers as enquiries } from '../app/features/enquiries/jobs.server.ts'
import { orderHandlers } from '../app/features/orders/jobs.server.ts'
import { orderMailHandlers } from '../app/features/orders/mail-jobs.server.ts'
import { coverHandlers } from '../app/features/podcasts/cover-jobs.server.ts'
import { feedHandlers } from '../app/features/podcasts/feed-jobs.server.ts'
import { handlers as privacy } from '../app/features/privacy/jobs.server.ts'
import { handlers as profile } from '../app/features/profile/jobs.server.ts'
import { syncHandlers } from '../app/features/shop/sync-jobs.server.ts'
import { decisionHandlers } from '../app/features/verification/decision-jobs.server.ts'
import { handlers as verification } from '../app/features/verification/jobs.server.ts'
import type { JobHandler } from '../app/platform/.server/jobs.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { carryOutDeleteFiles, deleteFiles } from '../app/platform/.server/stored-files.ts'

/** What carries out each kind of job, by the kind's name. */
export const handlers: ReadonlyMap<string, JobHandler<Platform>> = new Map(
  [
    { name: deleteFiles.name, handle: carryOutDeleteFiles },
    ...account,
    ...profile,
    ...businesses,
    ...verification,
    ...decisionHandlers,
    ...coverHandlers,
    ...feedHandlers,
    ...enquiries,
    ...orderHandlers,
    ...syncHandlers,
    ...orderMailHandlers,
    ...privacy,
  ].map((handler) => [handler.name, handler]),
)
