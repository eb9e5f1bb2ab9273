import { data, redirect } from 'react-router'
import { casePath, nextCaseId, type QueueOrder, queuePath } from '#app/features/review/rules.ts'
import { getNextCase } from '#app/features/review/service.server.ts'
import type { CaseAnswer } from '#app/features/verification/components/case-answer.ts'
import {
  claimedMessage,
  closedMessage,
  decided,
  decisionSchema,
  explainDecision,
  type Message,
  notDecided,
} from '#app/features/verification/decision-schema.ts'
import {
  claimCase,
  decideCase,
  readServiceNumber,
  releaseCase,
} from '#app/features/verification/decision-service.server.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** The case's. */
  id: string
  /** Of the queue it was reached from. */
  order: QueueOrder
}

type Answer = Response | ReturnType<typeof data<CaseAnswer | undefined>>

/** Parts of a case that a button of the queue leads to. */
const fragments: Partial<Record<string, string>> = { reason: '#decision-reason', words: '#decision-words' }

/** Takes the next free case, after another one where it is left for it, and leads there; to the queue where there is none. */
export async function claimNext({ platform, actor, id, order }: Omit<Sent, 'id'> & { id: string | null }) {
  const next = await getNextCase(platform, actor, id, order)
  if (!next) return redirect(queuePath(order))
  await claimCase(platform, actor, next)
  return redirect(casePath(next, order))
}

/** Answers a form of a case, whichever it is. */
export async function answerCaseForm(request: Request, sent: Sent): Promise<Answer> {
  const { platform, actor, id, order } = sent
  const form = await readForm(request)
  switch (form.get('form')) {
    case 'decision':
      return decide(form, sent)
    case 'take':
      await claimCase(platform, actor, id)
      return redirect(`${casePath(id, order)}${fragments[String(form.get('at'))] ?? ''}`)
    case 'stay':
      await claimCase(platform, actor, id)
      return data(undefined)
    case 'next':
      return claimNext(sent)
    case 'take-over':
      await claimCase(platform, actor, id, { takeOver: true })
      return redirect(casePath(id, order))
    case 'release':
      await releaseCase(platform, actor, id)
      return redirectWithFlash(queuePath(order), {
        title: 'Given back',
        description: 'Another reviewer can take it now.',
      })
    case 'service-number': {
      const serviceNumber = await readServiceNumber(platform, actor, id)
      // Somebody else has it by now, or it was decided: the page itself says so.
      return serviceNumber === null ? redirect(casePath(id, order)) : data({ form: 'service-number', serviceNumber })
    }
    default:
      throw data(null, { status: 400 })
  }
}

async function decide(form: FormData, { platform, actor, id, order }: Sent): Promise<Answer> {
  const submission = parseForm(form, decisionSchema)
  const again = (toast: Message, status: number, said: { formErrors?: string[] } = {}) =>
    data<CaseAnswer>({ form: 'decision', answer: { result: submission.reply(said), toast } }, { status })
  if (submission.status !== 'success') {
    const messages = Object.values((submission.status === 'error' && submission.error) || {})
    return again(explainDecision(messages.flatMap((list) => list ?? [])), 400)
  }
  const { verdict } = submission.value
  try {
    const result = await decideCase(platform, actor, id, submission.value)
    switch (result.outcome) {
      case 'done':
        return redirectWithFlash(`${queuePath(order)}#${nextCaseId}`, decided[verdict])
      case 'held':
        return redirectWithFlash(casePath(id, order), claimedMessage(result.claim.by))
      case 'closed': {
        const { last } = result
        return redirectWithFlash(
          casePath(id, order),
          closedMessage(last && { ...last, at: formatDateTime(last.decidedAt) }),
        )
      }
      case 'not-found':
        return redirectWithFlash(queuePath(order), closedMessage(null))
    }
  } catch (error) {
    platform.log.error({ error }, 'a case could not be decided')
    const toast = notDecided[verdict]
    return again(toast, 500, { formErrors: [toast.description] })
  }
}
