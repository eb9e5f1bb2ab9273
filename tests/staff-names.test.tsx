import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  StaticRouterProvider,
  useLoaderData,
} from 'react-router'
import { describe, expect } from 'vitest'
import { getBusinessesForStaff, getProfilesForStaff } from '#app/features/admin/service.server.ts'
import { contactMessages } from '#app/features/contact/tables.server.ts'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { reportDecisions, reportItems, reports } from '#app/features/reports/tables.server.ts'
import { claimVerificationCase } from '#app/features/verification/decisions/case-service.server.ts'
import { nameChanges } from '#app/features/verification/tables.server.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { ToastProvider } from '#app/ui/toast.tsx'
import { contextFor } from '#tests/call-route.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createCase, createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'

let admin: Actor
/** The member whom every screen is about, also as somebody of the staff who decided something. */
let ann: { userId: string; caseId: string }
let paths: Record<string, string>

test.beforeAll(async () => {
  const { db } = platform
  admin = await createStaff(db, 'Admin', 'Ada')
  const annie = sql`UPDATE profiles SET display_name = 'Annie' WHERE first_name = 'Ann'`
  ann = await createCase(db, { firstName: 'Ann', lastName: 'Tester' })
  await createBusiness(db, { profileId: ann.userId })
  const reviewer = await createMember(db, { firstName: 'Ann', lastName: 'Tester', role: 'Reviewer' })
  await db.execute(annie)
  await claimVerificationCase(platform, admin, ann.caseId)
  const decided = await createCase(db, { firstName: 'Jo', lastName: 'Sample' })
  await claimVerificationCase(platform, { ...admin, userId: reviewer.userId, role: 'Reviewer' }, decided.caseId)
  const verified = await createCase(db, { firstName: 'Ann', lastName: 'Tester' })
  await db.execute(sql`UPDATE profiles SET display_name = 'Annie',
    verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified') WHERE id = ${verified.userId}`)
  await db.execute(sql`UPDATE verifications SET queued_at = NULL, verified_at = now() WHERE id = ${verified.caseId}`)
  await db.insert(nameChanges).values({ verificationId: verified.caseId, name: 'Anne Before' })
  const by = { decidedBy: reviewer.userId, decidedAt: new Date() }
  const [item] = await db
    .insert(reportItems)
    .values({ subjectType: 'podcast', subjectId: ann.userId, closedAt: new Date() })
    .returning({ id: reportItems.id })
  const itemId = item?.id ?? ''
  await db.insert(reports).values({ itemId, reason: 'wrong', isOwn: false, submissionKey: itemId })
  await db.insert(reportDecisions).values({ itemId, measure: 'none', rule: 'wrong', answer: 'No.', ...by })
  const [message] = await db
    .insert(contactMessages)
    .values({
      name: 'Sam',
      email: 'sam@sample.example',
      message: 'Hello.',
      mailbox: 'general',
      handledAt: new Date(),
      handledBy: reviewer.userId,
    })
    .returning({ id: contactMessages.id })
  const order = await createOrder(db)
  const asReviewer = { actor: { userId: reviewer.userId }, subjectType: 'order', subjectId: order.id } as const
  await recordAuditEvent(db, { ...asReviewer, action: 'order.print-retried' })
  paths = {
    'routes/admin/admin.tsx': '/admin',
    'routes/admin/admin.tsx of businesses': '/admin?tab=businesses',
    'routes/admin/admin.tsx of profiles': '/admin?tab=profiles',
    'routes/admin/case.tsx': `/admin/verifications/${ann.caseId}`,
    'routes/admin/case.tsx of another': `/admin/verifications/${decided.caseId}`,
    'routes/admin/names.tsx': '/admin/names',
    'routes/admin/records.tsx': '/admin/records',
    'routes/admin/record.tsx': `/admin/records/${verified.caseId}`,
    'routes/admin/member.tsx': `/admin/profiles/${ann.userId}`,
    'routes/admin/audit.tsx': '/admin/audit',
    'routes/admin/audit-csv.ts': '/admin/audit.csv',
    'routes/admin/submission.tsx': `/admin/enquiries/${message?.id}`,
    'routes/admin/report.tsx': `/admin/reports/${itemId}`,
    'routes/admin/order.tsx': `/admin/orders/${order.id}`,
  }
})

/** Screens of staff that name no member, and what they show instead. */
const nameless: Record<string, string> = {
  'routes/admin/staff-area.tsx': 'the frame of the others',
  'routes/admin/facts.tsx': 'names of businesses',
  'routes/admin/facts-of-business.tsx': 'the name of a business',
  'routes/admin/business-visibility.ts': 'nothing: it changes something',
  'routes/admin/podcast-visibility.ts': 'nothing: it changes something',
  'routes/admin/statistics.tsx': 'numbers',
  'routes/admin/jobs.tsx': 'jobs by their names',
  'routes/admin/offers.tsx': 'numbers',
  'routes/admin/submissions.tsx': 'the names that senders typed',
  'routes/admin/reports.tsx': 'names of what was reported',
  'routes/admin/shop-sync.ts': 'nothing: it changes something',
}

interface RouteModule {
  loader: LoaderFunction
  default?: ComponentType<{ loaderData: unknown; actionData: undefined }>
}

async function show(file: string, path: string): Promise<string> {
  const { loader, default: Screen }: RouteModule = await import(/* @vite-ignore */ `../app/${file}`)
  const { browser } = await signInMember(platform, admin.userId)
  const request = new Request(`http://muster.example${path}`, { headers: browser.headers })
  const context = contextFor(platform, request)
  const params = { id: path.split('/')[3] ?? '' }
  if (!Screen) {
    const args = { request, context, params } as unknown as Parameters<LoaderFunction>[0]
    return ((await loader(args, undefined)) as Response).text()
  }
  const Page = () => <Screen loaderData={useLoaderData()} actionData={undefined} />
  const routes = [
    {
      id: 'areas/admin',
      loader: () => ({ openReports: 0 }),
      children: [
        {
          id: 'screen',
          path: '*',
          loader: (args: object) => loader({ ...args, params } as never, undefined),
          Component: Page,
        },
      ],
    },
  ]
  const handler = createStaticHandler(routes as Parameters<typeof createStaticHandler>[0])
  const found = await handler.query(request, { requestContext: context })
  if (found instanceof Response) throw new Error(`${path} answers ${found.status}`)
  if (found.errors) throw Object.values(found.errors)[0]
  const router = createStaticRouter(handler.dataRoutes, found)
  return renderToString(
    <ToastProvider>
      <StaticRouterProvider router={router} context={found} />
    </ToastProvider>,
  )
}

describe('staff read both names of a member', () => {
  // spec: hold.16.1
  test('on every screen that names one', async () => {
    const missing: string[] = []
    for (const [name, path] of Object.entries(paths)) {
      const text = (await show(name.split(' ')[0] ?? '', path)).replaceAll('<!-- -->', '')
      if (!text.includes('Ann Tester (Annie)')) missing.push(name)
    }
    expect(missing).toEqual([])
  })

  test('and no other screen is left out', () => {
    const screens = globSync('app/routes/admin/*.{ts,tsx}')
      .map((file) => file.slice('app/'.length))
      .filter((file) => !/\.test\.|\.server\./.test(file))
    const known = [...new Set(Object.keys(paths).map((name) => name.split(' ')[0] ?? '')), ...Object.keys(nameless)]
    expect(screens.toSorted()).toEqual(known.toSorted())
  })

  test('and the name for others alone is used where members see it', () => {
    const users = globSync('{app,app/platform/.server}/**/*.{ts,tsx}').filter(
      (file) =>
        !file.includes('.test.') &&
        /import \{[^}]*\bpublicNameOfMember\b[^}]*\} from '[^']*(profile\/|\.\.?\/)rules\.ts'/.test(
          readFileSync(file, 'utf8'),
        ),
    )
    expect(users.toSorted()).toEqual([
      'app/features/profile/components/profile-head.tsx',
      'app/features/profile/member-service.server.ts',
    ])
  })

  // spec: hold.16.2
  test.each(['Annie', 'ann', 'tester', 'Ann Tester', 'ANN TESTER'])('and find them by %s', async (term) => {
    const first = { after: null, before: null }
    const name = 'Ann Tester (Annie)'
    expect((await getProfilesForStaff(platform, admin, term, first)).rows).toContainEqual(
      expect.objectContaining({ id: ann.userId, name }),
    )
    expect((await getBusinessesForStaff(platform, admin, term, first)).rows).toMatchObject([{ owner: { name } }])
  })

  test('a name for others that is the same is not repeated', () => {
    const name = { firstName: 'Ann', lastName: 'Tester' }
    expect(memberNameForStaff({ ...name, displayName: null })).toBe('Ann Tester')
    expect(memberNameForStaff({ ...name, displayName: 'Ann Tester' })).toBe('Ann Tester')
    expect(memberNameForStaff({ ...name, displayName: 'Annie' })).toBe('Ann Tester (Annie)')
  })
})
