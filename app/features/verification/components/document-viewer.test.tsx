import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { VerificationCaseDocument } from '../model.ts'
import { VerificationDocumentViewer } from './document-viewer.tsx'

const paper = (id: string, fileName: string): VerificationCaseDocument => ({
  id,
  kind: 'other',
  fileName,
  type: 'pdf',
  size: 1_000,
  uploadedAt: new Date('2026-01-10T12:00:00Z'),
  isOpened: false,
})

test('a reviewer sees what each file was called, as text and apart from what stands beside it', () => {
  const documents = [paper('a', 'card front.pdf'), paper('b', '<img src=x>\u0627\u0644.pdf')]
  const element = (
    <VerificationDocumentViewer documents={documents} shown={documents[1] ?? null} address="/admin/verifications/c" />
  )
  const page = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const names = [...page.matchAll(/<bdi[^>]*>([^<]*)<\/bdi>/g)].map(([, name]) => name)
  const second = '&lt;img src=x&gt;\u0627\u0644.pdf'
  expect(names).toEqual(['card front.pdf', second, second])
})
