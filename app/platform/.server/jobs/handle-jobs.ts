import type { Platform } from '../platform.ts'
import type { JobDefinition } from './jobs.ts'

/** The code that runs for a kind of job. It may run twice for one job: a crash right after the work does that. */
export interface JobHandler {
  name: string
  /** `jobId` stays the same when the job is repeated. */
  handle: (platform: Platform, data: unknown, jobId: string) => Promise<void>
}

type DataOf<Job> = Job extends JobDefinition<infer Data> ? Data : never

/** Joins the jobs of a `jobs.server.ts` with their handlers. A job without one, or one given other data, is a type error. */
export function defineJobHandlers<Jobs extends Record<string, JobDefinition>>(
  jobs: Jobs,
  handlers: { [Name in keyof Jobs]: (platform: Platform, data: DataOf<Jobs[Name]>, jobId: string) => Promise<void> },
): JobHandler[] {
  return Object.entries(jobs).map(([key, { name, schema }]) => ({
    name,
    handle: (platform, data, jobId) => handlers[key as keyof Jobs](platform, schema.parse(data) as never, jobId),
  }))
}
