import { describe, expect, test } from 'vitest'
import {
  adminMemberPath,
  parseAdminSearchTerm,
  parseAdminTab,
  parseVerificationQueueOrder,
  verificationCasePath,
  verificationQueuePath,
} from './rules.ts'

const id = '0f3c1a52-8c0e-4a55-9a57-0d3c8f6f2f11'

describe('addresses', () => {
  test.each([
    [null, 'verifications'],
    ['businesses', 'businesses'],
    ['profiles', 'profiles'],
    ['shop', 'shop'],
    ['orders', 'verifications'],
    ['constructor', 'verifications'],
  ])('the tab %s is %s', (value, tab) => {
    expect(parseAdminTab(value)).toBe(tab)
  })

  test('keep the order of the queue, and say nothing of the usual one', () => {
    expect([null, 'longest', 'x'].map((asked) => parseVerificationQueueOrder(asked, null))).toEqual([
      'newest',
      'longest',
      'newest',
    ])
    expect(parseVerificationQueueOrder(null, 'longest')).toBe('longest')
    expect([verificationQueuePath('newest'), verificationQueuePath('longest')]).toEqual([
      '/admin',
      '/admin?order=longest',
    ])
    expect([verificationCasePath(id, 'newest'), verificationCasePath(id, 'longest')]).toEqual([
      `/admin/verifications/${id}`,
      `/admin/verifications/${id}?order=longest`,
    ])
    expect(adminMemberPath(id, '/admin?tab=profiles')).toBe(`/admin/profiles/${id}?back=%2Fadmin%3Ftab%3Dprofiles`)
  })

  test('bring a search term without what no text holds', () => {
    expect(parseAdminSearchTerm(null)).toBeNull()
    expect(parseAdminSearchTerm('  ')).toBeNull()
    expect(parseAdminSearchTerm(' Jo\0 Sample ')).toBe('Jo Sample')
    expect(parseAdminSearchTerm('x'.repeat(200))).toHaveLength(100)
  })
})
