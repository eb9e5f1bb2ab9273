import { describe, expect, test } from 'vitest'
import {
  militaryServiceSchema,
  verificationDeclarationSchema,
  verificationWithdrawalSchema,
  yearlyVerificationConfirmationSchema,
} from './form-schema.ts'
import { chosenDocumentRefusedToast, verificationDeclarationText } from './model.ts'

/** What a schema says of a form. */
function said(
  schema:
    | typeof militaryServiceSchema
    | typeof verificationDeclarationSchema
    | typeof yearlyVerificationConfirmationSchema,
  form: object,
) {
  return schema.safeParse(form).error?.issues.map(({ message }) => message) ?? []
}

const chosen = { militaryRelationshipTypeId: '1', serviceBranchId: '2' }

describe('the first step', () => {
  // spec: 125.1
  test.each(['', 'none', undefined, '1.5', '-1', 'x'])('asks for both choices, and %j is none', (value) => {
    const form = { militaryRelationshipTypeId: value, serviceBranchId: value }
    expect(said(militaryServiceSchema, form)).toEqual([
      'Military relationship type is required',
      'Service branch is required',
    ])
  })

  // spec: 98.1, 125.1
  test('takes the rest as it comes: trimmed, and nothing for none', () => {
    expect(militaryServiceSchema.parse({ ...chosen, serviceNumber: '  D123456X \n' })).toMatchObject({
      militaryRelationshipTypeId: 1,
      serviceBranchId: 2,
      serviceNumber: 'D123456X',
      removeServiceNumber: false,
      serviceDescription: null,
    })
    for (const none of ['', '  ', 'none', ' None ', undefined]) {
      expect(militaryServiceSchema.parse({ ...chosen, serviceNumber: none }).serviceNumber).toBeNull()
    }
  })

  // spec: 125.1, 212.2
  test('says when the number or the description is too long', () => {
    expect(said(militaryServiceSchema, { ...chosen, serviceNumber: 'x'.repeat(51) })).toEqual([
      'Service number too long',
    ])
    expect(said(militaryServiceSchema, { ...chosen, serviceNumber: ` ${'x'.repeat(50)} ` })).toEqual([])
    expect(said(militaryServiceSchema, { ...chosen, serviceDescription: 'x'.repeat(5_001) })).toEqual([
      'Service description too long',
    ])
    expect(said(militaryServiceSchema, { ...chosen, serviceDescription: 'x'.repeat(5_000) })).toEqual([])
  })
})

describe('the declaration', () => {
  // spec: 98.1, 125.3, 134.1
  test('says five things, and counts only ticked and as it was shown', () => {
    for (const words of ['membership', 'official sources', 'GDPR', '14 working days', 'additional documents']) {
      expect(verificationDeclarationText).toContain(words)
    }
    const shown = verificationDeclarationText.replaceAll('\n', '\r\n')
    expect(said(verificationDeclarationSchema, { declarationText: shown, consentGiven: 'on' })).toEqual([])
    expect(said(verificationDeclarationSchema, { declarationText: shown })).toEqual([
      'Tick the box to agree to the declaration',
    ])
    expect(said(verificationDeclarationSchema, { declarationText: 'Nothing.', consentGiven: 'on' })).toEqual([
      'The declaration has changed. Read it again',
    ])
  })

  test('once a year, and a withdrawal, are ticked too', () => {
    expect(said(yearlyVerificationConfirmationSchema, { declarationText: verificationDeclarationText })).toEqual([
      'Tick the box to confirm that it is still true',
    ])
    expect(verificationWithdrawalSchema.safeParse({}).error?.issues[0]?.message).toBe('Tick the box to withdraw')
  })
})

describe('a document that is not taken', () => {
  // spec: 127.2
  test('is told why in the words of its screen', () => {
    expect(chosenDocumentRefusedToast('type', 'a.exe', 'profile')).toMatchObject({
      title: 'Invalid file type',
      description: 'Please upload an image file',
    })
    expect(chosenDocumentRefusedToast('type', 'a.exe', 'wizard').title).toBe('Invalid file type')
    expect(chosenDocumentRefusedToast('size', 'paper.pdf', 'wizard')).toMatchObject({
      title: 'File too large',
      description: 'paper.pdf is over 10MB',
    })
    expect(chosenDocumentRefusedToast('too-many', 'paper.pdf', 'wizard')).toMatchObject({
      title: 'Too many files',
      description: 'Maximum 5 documents allowed',
    })
  })

  test('whose name is endless still leaves the words readable', () => {
    expect(chosenDocumentRefusedToast('size', 'x'.repeat(500), 'wizard').description?.length).toBeLessThan(120)
    expect(chosenDocumentRefusedToast('size', '', 'wizard').description).toBe('The file is over 10MB')
  })
})
