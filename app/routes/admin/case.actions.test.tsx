import { eq } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { VerificationDecisionForm } from '#app/features/verification/components/decision-form.tsx'
import { VerificationWithoutBasisPage } from '#app/features/verification/components/missing-records.tsx'
import { claimVerificationCase } from '#app/features/verification/decisions/case-service.server.ts'
import { verificationBasisRecordChangedToast } from '#app/features/verification/decisions/model.ts'
import type { WaitingVerificationBasisRecord } from '#app/features/verification/model.ts'
import { verificationNameChangeToasts } from '#app/features/verification/names/model.ts'
import { verificationRecords } from '#app/features/verification/tables.server.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { ToastProvider } from '#app/ui/toast.tsx'
import { createCase, createStaff, letApprove, type TestCase } from '#tests/factories/cases.ts'
import { platform, test } from '#tests/platform-test.ts'
import { handleVerificationCaseForm } from './case.actions.server.ts'
import { shouldRevalidate } from './case.tsx'

let robin: Actor

test.beforeAll(async () => {
  robin = await createStaff(platform.db)
})

describe('an approval of a case that is not as the page showed it', () => {
  // spec: hold.1.10
  test.each<[string, (found: TestCase) => Promise<unknown>, object]>([
    [
      'something was recorded',
      ({ userId }) =>
        platform.db.insert(verificationRecords).values({ profileId: userId, basis: 'in-person', words: 'A card.' }),
      verificationBasisRecordChangedToast,
    ],
    [
      'a name has changed',
      ({ userId }) => platform.db.update(profiles).set({ lastName: 'Other' }).where(eq(profiles.id, userId)),
      verificationNameChangeToasts.renamed,
    ],
  ])('says so, keeps what was typed and reads the case again: %s', async (_, change, toast) => {
    const found = await createCase(platform.db)
    await letApprove(platform.db, found)
    await claimVerificationCase(platform, robin, found.caseId)
    await change(found)
    const form = new FormData()
    for (const [name, value] of Object.entries({ form: 'decision', verdict: 'approve', words: 'Well done.' }))
      form.set(name, value)
    const sent = { platform, actor: robin, id: found.caseId, order: 'newest' } as const
    const answer = await handleVerificationCaseForm(sent, form)
    expect(answer).toMatchObject({
      data: { form: 'decision', toast, result: { initialValue: { words: 'Well done.' } } },
      init: { status: 409 },
    })
    expect(shouldRevalidate({ actionStatus: 409, defaultShouldRevalidate: false } as never)).toBe(true)
  })

  test('is known by the ids that the forms carry', () => {
    const render = (element: ReactElement) => {
      const router = createMemoryRouter([{ path: '/', element: <ToastProvider>{element}</ToastProvider> }])
      return renderToString(<RouterProvider router={router} />)
    }
    const decision = render(
      <VerificationDecisionForm answer={undefined} name="Jo Sample" names="jo|quay" record="a-record" />,
    )
    expect(decision).toContain('<input type="hidden" name="record" value="a-record"/>')
    expect(decision).toContain('<input type="hidden" name="names" value="jo|quay"/>')
    const waiting: WaitingVerificationBasisRecord = {
      id: 'a-record',
      basis: 'in-person',
      words: 'A card.',
      recordedAt: new Date(),
      by: 'Sam Admin',
      isOwn: false,
    }
    const nothing = { id: 'a-case', name: 'Jo Sample', business: null, documents: [], canRecord: false }
    const settlement = render(
      <VerificationWithoutBasisPage details={{ ...nothing, waiting, canConfirm: true }} answer={undefined} />,
    )
    expect(settlement.match(/<input type="hidden" name="record" value="a-record"\/>/g)).toHaveLength(2)
  })
})
