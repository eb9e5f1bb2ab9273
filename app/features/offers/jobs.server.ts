import { z } from 'zod'
import { defineJob } from '#app/platform/.server/jobs/jobs.ts'

/** Gives codes to members who wait for one, and queues their emails. Runs on a schedule. */
export const givePartnerCodesJob = defineJob({ name: 'offers.give-codes', queue: 'work', schema: z.object({}) })

/** Seals codes with the current one of EVIDENCE_KEYS. Runs on a schedule. */
export const resealPartnerCodesJob = defineJob({ name: 'offers.reseal-codes', queue: 'work', schema: z.object({}) })
