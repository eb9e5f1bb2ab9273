import type { FormAnswer } from '#app/ui/schema-form.ts'

/** What a form of a case is answered with where it leads nowhere else. */
export type CaseAnswer =
  | { form: 'decision'; answer: FormAnswer }
  /** The whole number, which was asked for. */
  | { form: 'service-number'; serviceNumber: string }
