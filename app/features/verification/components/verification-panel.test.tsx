import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { ToastProvider } from '#app/ui/toast.tsx'
import { OwnVerificationPanel } from './verification-panel.tsx'

const never = 'No verification documents uploaded yet'
const gone = 'Deleted after our decision, as promised'
const deleted = [
  {
    id: 'a',
    kind: 'veteran-card' as const,
    uploadedAt: new Date('2026-01-10T12:00:00Z'),
    deletedAt: new Date('2026-03-10T12:00:00Z'),
  },
]

function render(status: VerificationStatus | null, papers: typeof deleted): string {
  const shared = { details: null, documents: [], words: null, isOpen: false }
  const element = (
    <ToastProvider>
      <OwnVerificationPanel status={status} deleted={papers} {...shared} />
    </ToastProvider>
  )
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

// spec: 203.1
test.each<[VerificationStatus | null, typeof deleted, string]>([
  ['Verified', deleted, gone],
  ['Rejected', deleted, gone],
  ['Verified', [], never],
  // Those of a verification that was withdrawn.
  [null, deleted, never],
])('without documents a member who is %s reads whether there were any: %j', (status, papers, title) => {
  const html = render(status, papers)
  expect([never, gone].filter((each) => html.includes(each))).toEqual([title])
  if (title === gone) expect(html).toContain('Mar 10, 2026')
})
