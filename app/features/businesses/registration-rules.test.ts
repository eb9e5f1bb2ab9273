import { expect, test } from 'vitest'
import { type TradeRegisterName, tradeRegisterNames } from './facts-model.ts'
import {
  explainInvalidTradeRegistrationNumber,
  parseTradeRegistrationNumber,
  tradeRegisters,
} from './registration-rules.ts'

test.each([
  ['gasSafe', ' 123 456 ', '123456'],
  ['niceic', 'd605437', 'D605437'],
  ['trustMark', '1234567', '1234567'],
  ['cyberEssentials', 'iasme-ce-012345', 'IASME-CE-012345'],
  ['cyberEssentials', '6f9619ff-8b86-d011-b42d-00c04fc964ff', '6F9619FF-8B86-D011-B42D-00C04FC964FF'],
  ['fca', '123456', '123456'],
  ['sia', '1234 5678 9012 3456', '1234567890123456'],
  ['cqc', '1-101668540', '1-101668540'],
  ['wasteCarrier', 'cbdu12345', 'CBDU12345'],
] as [TradeRegisterName, string, string][])('a number for %s is read: %s', (scheme, typed, kept) => {
  expect(parseTradeRegistrationNumber(scheme, typed)).toBe(kept)
  expect(parseTradeRegistrationNumber(scheme, kept)).toBe(kept)
})

// spec: checked.2
test('a number of another register is refused, and the message says what it looks like', () => {
  expect(parseTradeRegistrationNumber('gasSafe', '1-101668540')).toBeNull()
  expect(explainInvalidTradeRegistrationNumber('gasSafe', '1-101668540')).toBe(
    'Gas Safe registration number must be 3 to 6 digits. This looks like a number from another register: CQC provider',
  )
  // It could be one of several.
  expect(explainInvalidTradeRegistrationNumber('cqc', '123456')).toBe(
    'CQC provider number must be 1, a hyphen, and 8 to 11 digits',
  )
})

test('a link to a register has nothing in it but the number', () => {
  for (const name of tradeRegisterNames) {
    const url = new URL(tradeRegisters[name].url('1-101668540'))
    expect(url.protocol, name).toBe('https:')
  }
})
