import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { militaryRelationshipTypes } from '#app/features/reference/rules.ts'
import { verifiedBusinessLabelForRelationship } from '../claim-rules.ts'
import { HowWeVerifyArticle } from './how-we-verify.tsx'

function textOf(terms: Parameters<typeof HowWeVerifyArticle>[0]['terms']): string {
  const element = <HowWeVerifyArticle terms={terms} email="doubts@muster.example" />
  const page = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return page
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
}

test('says of the mark what this installation does', () => {
  const text = textOf({ evidenceDays: 11, validDays: 222, graceDays: 33 })
  expect(text).toContain('deleted 11 days after the decision')
  expect(text).toContain('confirms every 222 days')
  expect(text).toContain('listed 60 seconds after its owner is approved')
  expect(text).toContain('an admin did so alone')
  expect(text).toContain('ends 33 days after it was due')
  expect(textOf({ evidenceDays: 1, validDays: 365, graceDays: 30 })).toContain('deleted 1 day after the decision')
  for (const type of militaryRelationshipTypes)
    expect(text).toContain(`${type} ${verifiedBusinessLabelForRelationship(type)}`)
})

test('says what is checked, by whom, how often, what is not, what becomes of documents, and how to report a doubt', () => {
  const text = textOf({ evidenceDays: 30, validDays: 365, graceDays: 30 })
  for (const title of [
    'What is checked',
    'Who checks it',
    'How often',
    'Facts about the business',
    'What is not checked',
    'What happens to documents',
    'If you doubt a listing',
  ]) {
    expect(text).toContain(title)
  }
  expect(text).toMatch(/quality.*insurance/)
  expect(text).toContain('not checked them unless they are shown as confirmed')
  expect(text).toContain('doubts@muster.example')
  expect(text).toContain('confirms every year')
  expect(text).not.toContain('’')
})
