import { describe, expect, test } from 'vitest'
import {
  businessVisibilityStatusOf,
  companyRegisterUrl,
  doesNewNameChangeBusinessSlug,
  isReservedSlug,
  makeSlug,
  makeSlugUnique,
  moveIdToIndex,
  unknownBusinessChoiceErrors,
} from './rules.ts'
import { adjacentBusinessWizardStep, parseBusinessWizardStep } from './wizard-rules.ts'

describe('makeSlug', () => {
  test.each([
    ['Fern & Hollow', 'Kendal', 'fern-and-hollow-kendal'],
    ['Caffi M\u00f4n', 'Bangor', 'caffi-mon-bangor'],
    ['T\u0177 Bach yn \u0174yneb', 'Pen-y-bont ar Ogwr', 'ty-bach-yn-wyneb-pen-y-bont-ar-ogwr'],
    ['Cafe\u0301', null, 'cafe'],
    ["Sam's & Jo\u2019s Bakery", 'Leeds', 'sams-and-jos-bakery-leeds'],
    ['Stra\u00dfe \u00c6ther \u00d8rsted \u0141\u00f3d\u017a', null, 'strasse-aether-orsted-lodz'],
    ['Gr\u00fc\u00dfe \u1e9e', '', 'grusse-ss'],
    ['A.B.C. (Holdings) Ltd.', 'Hull', 'a-b-c-holdings-ltd-hull'],
    ['--Already--slugged--', null, 'already-slugged'],
    ['\uff26\uff55\uff4c\uff4c \u2168', null, 'full-ix'],
    ['24/7 Locks', 'Ely', '24-7-locks-ely'],
    ['%_\\', 'Bath', 'bath'],
    ['a\u0000b\nc', null, 'a-b-c'],
    ['<script>alert(1)</script>', null, 'script-alert-1-script'],
  ])('%j of %j gives %s', (name, town, slug) => {
    expect(makeSlug(name, town)).toBe(slug)
  })

  test.each([
    // The a is Cyrillic, for instance: letters that look Latin become the letter they look like.
    ['\u0430m\u0430zon', null, 'amazon'],
    ['\u0440\u0430\u0443\u0440\u0430l', null, 'raural'],
    ['g\u03bf\u03bfgle', null, 'google'],
    ['\u0406\u0412\u041c', null, 'ivm'],
    ['app\u04cfe', null, 'apple'],
    ['\u0411\u043e\u0440\u0449 \u0438 \u0421\u044b\u043d\u043e\u0432\u044c\u044f', 'Leeds', 'borshch-i-synovya-leeds'],
    ['\u0391\u03b8\u03ae\u03bd\u03b1', null, 'athina'],
    ['\u0110uro \u0152uvre \u00deor', null, 'duro-oeuvre-thor'],
    ['m\u202eoc\u202c\u200bx', null, 'm-oc-x'],
  ])('%j of %j, in another alphabet, gives %s', (name, town, slug) => {
    expect(makeSlug(name, town)).toBe(slug)
  })

  test.each(['new', 'Edit', 'ADMIN', 'api', 'Preview', 'picture', 'robots', '\u0430dmin'])(
    '%s gets a suffix, as it is reserved',
    (name) => {
      expect(makeSlug(name)).toBe(`${name.replace('\u0430', 'a').toLowerCase()}-business`)
      expect(isReservedSlug(makeSlug(name))).toBe(false)
      expect(makeSlug(name, 'Leeds')).toMatch(/-leeds$/)
    },
  )

  test.each([
    ['picture.png', 'picture-png'],
    ['robots.txt', 'robots-txt'],
    ['../admin', 'admin-business'],
    ['%2e%2e', '2e-2e'],
  ])('%s becomes %s', (name, slug) => {
    expect(makeSlug(name)).toBe(slug)
  })

  test.each([
    ['emoji alone', '\ud83d\ude80\ud83c\uddec\ud83c\udde7'],
    ['right-to-left text alone', '\u202e\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627'],
    ['nothing', ''],
    ['spaces', ' \t\n'],
    ['signs alone', '!?*'],
    ['half an emoji', '\ud83d'],
  ])('a name of %s still gives a slug', (_what, name) => {
    expect(makeSlug(name)).toBe('business')
    expect(makeSlug(name, 'Kendal')).toBe('kendal')
  })

  test('a long name is cut at a word', () => {
    const slug = makeSlug('good honest work '.repeat(600), 'Kendal')
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(slug).toMatch(/^(good-honest-work-)+(good|good-honest|good-honest-work)$/)
  })

  test('a long name without spaces is cut as well', () => {
    expect(makeSlug('a'.repeat(10_000))).toBe('a'.repeat(80))
  })

  test('any text gives a valid slug', () => {
    for (let code = 0; code < 0x3000; code += 7) {
      const name = String.fromCodePoint(code, code + 1, code + 2)
      expect(makeSlug(`${name} x ${name}`)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })
})

describe('makeSlugUnique', () => {
  test('returns a slug that is not taken', () => {
    expect(makeSlugUnique('fern', () => false)).toBe('fern')
  })

  test('appends the first free number from 2', () => {
    const taken = new Set(['fern', 'fern-2', 'fern-4'])
    expect(makeSlugUnique('fern', (slug) => taken.has(slug))).toBe('fern-3')
  })
})

describe('doesNewNameChangeBusinessSlug', () => {
  test('compares slugs, so that spelling alone changes nothing', () => {
    const before = { name: 'Fern & Hollow', city: 'Kendal' }
    expect(doesNewNameChangeBusinessSlug(before, 'FERN and Hollow')).toBe(false)
    expect(doesNewNameChangeBusinessSlug(before, 'Fern & Hollows')).toBe(true)
  })
})

describe('companyRegisterUrl', () => {
  const register = 'https://find-and-update.company-information.service.gov.uk/company/'

  test.each([
    ['01234567', '01234567'],
    ['sc 123456', 'SC123456'],
    ['NI123456', 'NI123456'],
    ['OC-123456', 'OC123456'],
    ['SO123456', 'SO123456'],
    ['NC123456', 'NC123456'],
    ['R0123456', 'R0123456'],
    ['IP12345R', 'IP12345R'],
  ])('links %s to the register', (number, found) => {
    expect(companyRegisterUrl(number)).toBe(register + found)
  })

  test.each([null, undefined, '', '1234567', '123456789', 'XX123456', 'SC12345', 'SC1234567', '../admin', 'none'])(
    'rejects %s',
    (number) => {
      expect(companyRegisterUrl(number)).toBeNull()
    },
  )
})

describe('businessVisibilityStatusOf', () => {
  test.each([
    [true, true, true, false, 'listed'],
    [true, false, true, false, 'starting'],
    [true, false, false, false, 'unverified'],
    [true, true, true, true, 'suspended'],
    [true, false, true, true, 'suspended'],
    [false, true, true, false, 'hidden'],
    [false, false, true, false, 'hidden'],
    [false, false, false, true, 'hidden'],
  ] as const)(
    'active %s, verified %s, approved %s, suspended %s: %s',
    (isActive, isOwnerVerified, isOwnerApproved, isOwnerSuspended, status) => {
      expect(businessVisibilityStatusOf({ isActive, isOwnerVerified, isOwnerApproved, isOwnerSuspended })).toBe(status)
    },
  )
})

describe('unknownBusinessChoiceErrors', () => {
  const lookups = { industries: [{ id: 1 }], businessTypes: [{ id: 2 }], trades: [{ id: 'plumber' }] }

  test('reports ids that are not in the lookups', () => {
    expect(unknownBusinessChoiceErrors(lookups, { industryId: 1, businessTypeId: 2 })).toEqual({})
    expect(unknownBusinessChoiceErrors(lookups, { industryId: null, trade1: 'plumber', trade2: null })).toEqual({})
    expect(unknownBusinessChoiceErrors(lookups, { trade3: 'astronaut' })).toEqual({
      trade3: ['Third trade: choose one from the list'],
    })
    expect(unknownBusinessChoiceErrors(lookups, {})).toEqual({})
    expect(unknownBusinessChoiceErrors(lookups, { industryId: 2, businessTypeId: 1 })).toEqual({
      industryId: ['Industry: choose one from the list'],
      businessTypeId: ['Business type: choose one from the list'],
    })
  })
})

describe('the steps of the wizard', () => {
  test('are read from the URL, and have adjacent steps', () => {
    expect(parseBusinessWizardStep('media')).toBe('media')
    expect(parseBusinessWizardStep('nowhere')).toBeNull()
    expect(parseBusinessWizardStep(null)).toBeNull()
    expect(adjacentBusinessWizardStep('profile', 1)).toBe('contact')
    expect(adjacentBusinessWizardStep('profile', -1)).toBeNull()
    expect(adjacentBusinessWizardStep('review', 1)).toBeNull()
  })
})

describe('moveIdToIndex', () => {
  test('moves an item within the list, and not past its ends', () => {
    const ids = ['a', 'b', 'c']
    expect(moveIdToIndex(ids, 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moveIdToIndex(ids, 'a', 1)).toEqual(['b', 'a', 'c'])
    for (const [id, index] of [
      ['a', -1],
      ['c', 3],
      ['d', 0],
    ] as const) {
      expect(moveIdToIndex(ids, id, index)).toEqual(ids)
    }
  })
})
