import { describe, expect, test } from 'vitest'
import { casePath, memberPath, parseAdminTab, parseQueueOrder, parseStaffSearchTerm, queuePath } from './rules.ts'

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
    expect([null, 'longest', 'x'].map((asked) => parseQueueOrder(asked, null))).toEqual(['newest', 'longest', 'newest'])
    expect(parseQueueOrder(null, 'longest')).toBe('longest')
    expect([queuePath('newest'), queuePath('longest')]).toEqual(['/admin', '/admin?order=longest'])
    expect([casePath(id, 'newest'), casePath(id, 'longest')]).toEqual([
      `/admin/verifications/${id}`,
      `/admin/verifications/${id}?order=longest`,
    ])
    expect(memberPath(id, '/admin?tab=profiles')).toBe(`/admin/profiles/${id}?back=%2Fadmin%3Ftab%3Dprofiles`)
  })

  test('bring a search term without what no text holds', () => {
    expect(parseStaffSearchTerm(null)).toBeNull()
    expect(parseStaffSearchTerm('  ')).toBeNull()
    expect(parseStaffSearchTerm(' Jo\0 Sample ')).toBe('Jo Sample')
    expect(parseStaffSearchTerm('x'.repeat(200))).toHaveLength(100)
  })
})
