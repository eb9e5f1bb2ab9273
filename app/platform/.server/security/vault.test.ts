import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openVault, VaultError } from './vault.ts'

const one = { id: '2025', key: randomBytes(32) }
const two = { id: '2026', key: randomBytes(32) }
const vault = openVault([one])
const text = 'A service record, not for everyone'

describe('a vault', () => {
  test('gives back what it sealed, of any length', () => {
    for (const length of [0, 1, 15, 16, 17, 100_000, 2 ** 20, 2 ** 20 + 1, 2.5 * 2 ** 20]) {
      const bytes = randomBytes(length)
      expect(Buffer.from(vault.open(vault.seal(bytes, 'a'), 'a'))).toEqual(bytes)
    }
    expect(vault.openText(vault.sealText(text, 'a'), 'a')).toBe(text)
    expect(vault.openText(vault.sealText('', 'a'), 'a')).toBe('')
  })

  test('keeps nothing of it in the clear, and never seals alike', () => {
    const sealed = Buffer.from(vault.seal(Buffer.from(text), 'a'))
    expect(sealed.includes('service')).toBe(false)
    expect(vault.sealText(text, 'a')).not.toContain(Buffer.from('service').toString('base64url').slice(0, 8))
    expect(sealed.equals(Buffer.from(vault.seal(Buffer.from(text), 'a')))).toBe(false)
  })

  test('opens it for its own place alone', () => {
    expect(() => vault.open(vault.seal(Buffer.from(text), 'a'), 'b')).toThrow(VaultError)
    expect(() => vault.openText(vault.sealText(text, 'a'), 'b')).toThrow(VaultError)
  })

  test('notices a change of any byte', () => {
    const sealed = vault.seal(Buffer.from('short'), 'a')
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Uint8Array.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => vault.open(changed, 'a'), `byte ${index}`).toThrow(VaultError)
    }
  })

  test.each([
    ['nothing', ''],
    ['a plain number', 'D123456X'],
    ['a head alone', 'muster1:'],
    ['a key that is none', `muster1:${Buffer.from('muster1:none:rest').toString('base64url')}`],
  ])('does not open %s', (_, sealed) => {
    expect(() => vault.openText(sealed, 'a')).toThrow(VaultError)
  })

  test('opens what an older key sealed, and tells that it is due for the newer one', () => {
    const before = { bytes: vault.seal(Buffer.from(text), 'a'), text: vault.sealText(text, 'a') }
    const after = openVault([two, one])
    expect(Buffer.from(after.open(before.bytes, 'a')).toString()).toBe(text)
    expect(after.openText(before.text, 'a')).toBe(text)
    expect([before.bytes, before.text, 'in the clear', Buffer.from('in the clear')].map(after.isCurrent)).toEqual([
      ...Array(4).fill(false),
    ])
    expect([after.seal(before.bytes, 'a'), after.sealText(text, 'a')].map(after.isCurrent)).toEqual([true, true])
    expect(() => openVault([two]).open(before.bytes, 'a')).toThrow("the key '2025' is not known here")
  })

  test('takes keys of 32 bytes with plain names alone', () => {
    expect(() => openVault([])).toThrow()
    expect(() => openVault([{ id: 'short', key: randomBytes(16) }])).toThrow()
    expect(() => openVault([{ id: 'A:B', key: randomBytes(32) }])).toThrow()
  })
})
