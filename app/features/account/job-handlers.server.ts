import { defineJobHandlers } from '#app/platform/.server/jobs/handle-jobs.ts'
import * as jobs from './jobs.server.ts'
import { reencryptTwoFactorSecrets } from './two-factor-service.server.ts'

export const jobHandlers = defineJobHandlers(jobs, {
  reencryptTwoFactorSecretsJob: (platform) => reencryptTwoFactorSecrets(platform),
})
