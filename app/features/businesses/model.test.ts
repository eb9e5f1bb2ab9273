import { describe, expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { validateForm } from '#app/ui/check-form.ts'
import { businessWizardStepSchemas, galleryCaptionSchema } from './form-schema.ts'
import {
  type BusinessFieldName,
  businessFieldLabels,
  businessFieldMaxLengths,
  businessWizardStepFieldNames,
  galleryPictureRefusedToast,
  labelOfChosenBusinessFieldValue,
  logoRefusedToast,
  ownBusinessToasts,
  ownBusinessVisibilityToasts,
} from './model.ts'
import { myBusinessSectionSchemas } from './section-form-schema.ts'

/** Parses a form as screens and server do. */
function submit(schema: z.ZodMiniType, fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { status, value, error } = validateForm(form, schema) as {
    status?: string
    value?: Record<string, unknown>
    error: Record<string, string[]> | null
  }
  return status === 'success'
    ? { value: value as Record<string, unknown> }
    : { error: error as Record<string, string[]> }
}

const whole = (field: BusinessFieldName): z.ZodMiniType =>
  Object.values(myBusinessSectionSchemas).find((schema) => field in schema.shape) as z.ZodMiniType
const read = (field: BusinessFieldName, typed: string) =>
  submit(whole(field), { name: 'Fern', [field]: typed }).value?.[field]
const complain = (field: BusinessFieldName, typed: string) =>
  submit(whole(field), { name: 'Fern', [field]: typed }).error?.[field]?.[0]

describe('the forms', () => {
  test('require a name and nothing else', () => {
    expect(submit(businessWizardStepSchemas.profile, {}).error).toEqual({ name: ['Business Name is required'] })
    expect(submit(businessWizardStepSchemas.profile, { name: ' Fern ' }).value).toEqual({
      name: 'Fern',
      tagline: null,
      description: null,
      productsServices: null,
      industryId: null,
      businessTypeId: null,
      trade1: null,
      trade2: null,
      trade3: null,
      facebookUrl: null,
      instagramUrl: null,
      linkedinUrl: null,
      twitterUrl: null,
      tiktokUrl: null,
      youtubeUrl: null,
      googleBusinessUrl: null,
    })
    for (const schema of [
      businessWizardStepSchemas.contact,
      businessWizardStepSchemas.media,
      myBusinessSectionSchemas.address,
      myBusinessSectionSchemas.social,
    ]) {
      const { value } = submit(schema, {})
      const { showsStreetAddress = false, ...texts }: Record<string, unknown> = value ?? { wrong: 1 }
      expect(new Set(Object.values(texts))).toEqual(new Set([null]))
      // Hidden unless the owner says otherwise.
      expect(showsStreetAddress).toBe(false)
    }
  })

  test('of the wizard and of /my-business have the same fields, except for one of /my-business and its facts', () => {
    const steps = Object.values(businessWizardStepSchemas).flatMap((schema) => Object.keys(schema.shape))
    const sections = Object.values(myBusinessSectionSchemas).flatMap((schema) => Object.keys(schema.shape))
    const facts = Object.keys(myBusinessSectionSchemas.facts.shape)
    expect(new Set([...steps, 'companyNumber', ...facts])).toEqual(new Set(sections))
    expect(new Set(sections)).toEqual(new Set(Object.keys(businessFieldLabels)))
    expect(new Set(steps).size).toBe(steps.length)
  })

  test.each([
    ['nothing', ''],
    ['spaces', ' \t  '],
    ['spaces of other kinds', '\u00a0\u2003\u3000'],
    ['characters without a shape', '\u200b\u200d\ufeff\u00ad\u3164'],
    ['marks of direction', '\u202e\u2066'],
    ['accents on nothing', '\u0301\u0302'],
  ])('a name of %s is refused', (_what, typed) => {
    expect(complain('name', typed)).toBe('Business Name is required')
  })

  test.each([
    ['Fern & Hollow', 'Fern & Hollow'],
    ['  Fern \n Hollow ', 'Fern Hollow'],
    ['Fern\u202egnp.exe\u202c', 'Ferngnp.exe'],
    ['\u2066Fern\u2069', 'Fern'],
    ['Fern\u0007\u0000', 'Fern'],
    ['Cafe\u0301', 'Caf\u00e9'],
    [
      '\ud83d\ude80\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
      '\ud83d\ude80\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
    ],
    ['\u05e9\u05dc\u05d5\u05dd', '\u05e9\u05dc\u05d5\u05dd'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('a name is normalised: %j', (typed, kept) => {
    expect(read('name', typed)).toBe(kept)
  })

  test.each([
    ['name', businessFieldMaxLengths.name, 'Business Name must be at most 200 characters'],
    ['tagline', businessFieldMaxLengths.tagline, 'Tagline must be at most 200 characters'],
    ['description', businessFieldMaxLengths.longText, 'Description must be at most 5,000 characters'],
    ['productsServices', businessFieldMaxLengths.longText, 'Products & Services must be at most 5,000 characters'],
    ['companyNumber', businessFieldMaxLengths.companyNumber, 'Company number must be at most 20 characters'],
    ['streetAddress', businessFieldMaxLengths.address, 'Street address must be at most 300 characters'],
    ['city', businessFieldMaxLengths.address, 'City must be at most 300 characters'],
    ['county', businessFieldMaxLengths.address, 'County must be at most 300 characters'],
    ['postcode', businessFieldMaxLengths.address, 'Postcode must be at most 300 characters'],
  ] as const)('%s has at most %i characters', (field, limit, message) => {
    expect(read(field, 'a'.repeat(limit))).toHaveLength(limit)
    expect(complain(field, 'a'.repeat(limit + 1))).toBe(message)
    expect(complain(field, 'a'.repeat(10_000))).toBe(message)
  })

  // spec: world.13.5
  test('links and numbers have maximum lengths as well', () => {
    expect(complain('websiteUrl', `https://x.example/${'a'.repeat(10_000)}`)).toBe(
      'Website must be at most 2,000 characters',
    )
    // 400 characters that become 2,400 when URL-encoded.
    expect(complain('websiteUrl', `https://x.example/${'\u00e9'.repeat(400)}`)).toBe(
      'Website must be at most 2,000 characters',
    )
    const whole = `https://x.example/${'a'.repeat(1_982)}`
    expect(read('websiteUrl', whole)).toBe(whole)
    expect(complain('email', `a@${'b'.repeat(300)}.example`)).toBe('Email must be at most 300 characters')
    expect(complain('businessPhoneNumber', '0'.repeat(51))).toBe('Phone number must be at most 50 characters')
  })

  test('long texts keep their line breaks, normalised', () => {
    expect(read('description', ' One\r\nTwo\r\r\n\u202eThree\n ')).toBe('One\nTwo\n\nThree')
  })
})

describe('where a business works', () => {
  test.each(['1', '15', '500', 'uk'])('is %s', (typed) => {
    expect(read('serviceArea', typed)).toBe(typed)
  })

  test.each(['0', '-1', '501', '1.5', '1e2', '020', 'ten', '9'.repeat(1_000), 'UK'])('is not %s', (typed) => {
    expect(complain('serviceArea', typed)).toMatch(/^Where you work must be /)
  })

  test('and whether its street is shown: yes or no', () => {
    expect(['true', 'false', ''].map((typed) => read('showsStreetAddress', typed))).toEqual([true, false, false])
    expect(complain('showsStreetAddress', 'perhaps')).toBe('Street on your page: choose one from the list')
  })

  test.each(['Plumber', '1', "x' OR 1=1", '<b>', 'a'.repeat(101)])('a trade has an id, not %s', (typed) => {
    expect(complain('trade1', typed)).toMatch(/^Trade(: choose one from| must be at most) /)
  })

  test.each([
    ['', 'Customers come to us'],
    ['1', 'We come to customers within 1 mile'],
    ['20', 'We come to customers within 20 miles'],
    ['uk', 'Anywhere in the UK'],
  ])('%j is reviewed as %s', (typed, label) => {
    expect(
      labelOfChosenBusinessFieldValue('serviceArea', typed, { industries: [], businessTypes: [], trades: [] }),
    ).toBe(label)
  })
})

describe('a web address', () => {
  test.each([
    ['www.x.co.uk', 'https://www.x.co.uk/'],
    ['x.co.uk/about?a=b#c', 'https://x.co.uk/about?a=b#c'],
    ['//x.co.uk', 'https://x.co.uk/'],
    ['x.co.uk:8443', 'https://x.co.uk:8443/'],
    ['HTTP://X.CO.UK', 'http://x.co.uk/'],
    [' https://x.co.uk/ ', 'https://x.co.uk/'],
    ['b\u00fccher.example', 'https://xn--bcher-kva.example/'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(read('websiteUrl', typed)).toBe(kept)
    expect(read('promoVideoUrl', typed)).toBe(kept)
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//x.co.uk',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'https://user:password@x.co.uk',
    'user:password@x.co.uk',
    'x.co.uk:password@evil.example',
    'fern@x.co.uk',
    'our website',
    'fern',
    'http://localhost',
    '/about',
  ])('%s is refused', (typed) => {
    const message = 'Website must be a web address, such as https://www.example.co.uk'
    expect(complain('websiteUrl', typed)).toBe(message)
    expect(complain('facebookUrl', typed)).toBe(message.replace('Website', 'Facebook'))
  })

  test.each([
    ['facebookUrl', '@fern', 'https://www.facebook.com/fern'],
    ['instagramUrl', '@fern.hollow', 'https://www.instagram.com/fern.hollow'],
    ['twitterUrl', '@fern_uk', 'https://x.com/fern_uk'],
    ['tiktokUrl', '@fern', 'https://www.tiktok.com/@fern'],
    ['youtubeUrl', '@fern', 'https://www.youtube.com/@fern'],
    ['youtubeUrl', 'youtube.com/@fern', 'https://youtube.com/@fern'],
    ['linkedinUrl', 'linkedin.com/company/fern', 'https://linkedin.com/company/fern'],
  ] as const)('%s: %s becomes %s', (field, typed, kept) => {
    expect(read(field, typed)).toBe(kept)
  })

  test('LinkedIn needs a URL, as @name is ambiguous there', () => {
    expect(complain('linkedinUrl', '@fern')).toBe('LinkedIn must be a web address, such as https://www.example.co.uk')
  })
})

describe('other fields', () => {
  test.each(['01539 496012', '+44 (0)20 7946 0123', '020 7946-0123 (office)', '0800.555.0100'])(
    'a telephone number is stored as typed: %s',
    (typed) => expect(read('businessPhoneNumber', typed)).toBe(typed),
  )

  test.each(['call me', '12', '496 0123', '7.7009E+11', 'javascript:alert(1)'])(
    '%s is not a telephone number',
    (typed) => expect(complain('businessPhoneNumber', typed)).toBe('Invalid phone number format'),
  )

  test('an email address is validated', () => {
    expect(read('email', ' hello@fern.example ')).toBe('hello@fern.example')
    for (const typed of ['hello', 'a@b', 'a@b.example,c@d.example', 'a b@c.example', 'a@b.example?subject=x']) {
      expect(complain('email', typed)).toBe('Invalid email address')
    }
  })

  test.each([
    ['la9 4xx', 'LA9 4XX'],
    ['SW1A1AA', 'SW1A 1AA'],
    ['BFPO 57', 'BFPO 57'],
    ['D02 AF30', 'D02 AF30'],
  ])('the postcode %s is stored as %s', (typed, kept) => expect(read('postcode', typed)).toBe(kept))

  test('a choice is the id of a lookup', () => {
    expect(read('industryId', '15')).toBe(15)
    expect(myBusinessSectionSchemas.basic.parse({ name: 'Fern', industryId: 15 }).industryId).toBe(15)
    for (const typed of ['-1', '1.5', 'Food & Drink', '9999999999', '1 OR 1=1']) {
      expect(complain('industryId', typed)).toBe('Industry: choose one from the list')
    }
    expect(complain('businessTypeId', 'x')).toBe('Business type: choose one from the list')
  })

  test('a caption has a maximum length', () => {
    expect(galleryCaptionSchema.parse({ caption: ' Our\nshop ' })).toEqual({ caption: 'Our shop' })
    expect(galleryCaptionSchema.parse({ caption: ' ' })).toEqual({ caption: null })
    expect(galleryCaptionSchema.safeParse({ caption: 'a'.repeat(201) }).error?.issues[0]?.message).toBe(
      'Caption must be at most 200 characters',
    )
  })
})

describe('the messages', () => {
  test('are the specification\u2019s', () => {
    expect(ownBusinessToasts.signInFirst).toMatchObject({
      title: 'Authentication required',
      description: 'Please log in to create a business profile',
    })
    expect(ownBusinessToasts.created).toEqual({
      title: 'Business profile created',
      description: 'Your business has been successfully registered',
    })
    expect([ownBusinessToasts.saved('basic'), ownBusinessToasts.saved('social')]).toEqual([
      { title: 'Success', description: 'Basic Information updated successfully.' },
      { title: 'Success', description: 'Social Media updated successfully.' },
    ])
    expect(ownBusinessVisibilityToasts.hidden).toEqual({
      title: 'Business Deactivated',
      description: 'Your business has been hidden from the directory',
    })
    expect(ownBusinessVisibilityToasts.listed).toEqual({
      title: 'Business Activated',
      description: 'Your business is now visible in the directory',
    })
    expect(ownBusinessVisibilityToasts.unverified).toEqual({
      title: 'Business Activated',
      description: 'Your business will be visible in the directory once you are verified',
    })
  })

  // spec: 186.2
  test('about pictures name the file', () => {
    expect(galleryPictureRefusedToast('type', 'notes.txt', 'wizard')).toMatchObject({
      title: 'Invalid file type',
      description: 'notes.txt is not an image',
    })
    expect(galleryPictureRefusedToast('type', 'notes.txt', 'my-business').description).toBe(
      'notes.txt is not an image file',
    )
    expect(galleryPictureRefusedToast('size', 'big.jpg', 'wizard')).toMatchObject({
      title: 'File too large',
      description: 'big.jpg is over 5MB',
    })
    expect(galleryPictureRefusedToast('too-many', 'x.jpg', 'wizard')).toMatchObject({
      title: 'Too many images',
      description: 'Maximum 10 gallery images allowed',
    })
    expect(logoRefusedToast('type')).toMatchObject({
      title: 'Invalid file type',
      description: 'Please upload an image file',
    })
    expect(logoRefusedToast('size')).toMatchObject({ title: 'File too large', description: 'Logo must be under 5MB' })
    expect(logoRefusedToast('pixels').title).toBe('File too large')
    expect(galleryPictureRefusedToast('pixels', 'x.jpg', 'wizard').title).toBe('File too large')
  })

  test('show file names without bidi controls, and shortened', () => {
    expect(galleryPictureRefusedToast('size', 'a\u202egpj.exe\u0000', 'wizard').description).toBe(
      'agpj.exe is over 5MB',
    )
    expect(galleryPictureRefusedToast('size', '', 'wizard').description).toBe('The file is over 5MB')
    const { description } = galleryPictureRefusedToast('size', `${'\ud83d\ude80'.repeat(500)}.jpg`, 'wizard')
    expect(description?.length).toBeLessThan(100)
    expect(description?.isWellFormed()).toBe(true)
  })
})

test('the fields of steps are those of their schemas', () => {
  for (const [name, { shape }] of Object.entries(businessWizardStepSchemas)) {
    expect(Object.keys(shape).toSorted()).toEqual(
      businessWizardStepFieldNames[name as keyof typeof businessWizardStepFieldNames].toSorted(),
    )
  }
})

describe('facts', () => {
  const problemsOf = (typed: Record<string, string>) => submit(myBusinessSectionSchemas.facts, typed).error

  test('are optional', () => {
    expect(new Set(Object.values(submit(myBusinessSectionSchemas.facts, {}).value ?? { wrong: 1 }))).toEqual(
      new Set([null]),
    )
  })

  // spec: checked.2
  test('an insurance that has ended, a number of another register and an unknown size are refused together', () => {
    const typed = { gasSafe: '1-101668540', insuranceKind: 'All', insuranceUntil: '2025-03-31', size: '7' }
    expect(problemsOf(typed)).toEqual({
      gasSafe: [
        'Gas Safe registration number must be 3 to 6 digits. This looks like a number from another register: CQC provider',
      ],
      insuranceUntil: ['This insurance ended on 31 March 2025. Enter the end date of your current insurance'],
      size: ['Size: choose one from the list'],
    })
  })

  test('an insurance has a last day, and what it covers', () => {
    expect(problemsOf({ insuranceKind: 'Public liability' })).toEqual({
      insuranceUntil: ['Enter the end date of your insurance'],
    })
    expect(problemsOf({ insuranceUntil: '2999-03-31' })).toEqual({
      insuranceKind: ['Enter what your insurance covers'],
    })
    expect(problemsOf({ insuranceKind: 'All', insuranceUntil: '2999-02-30' })).toEqual({
      insuranceUntil: ['Insured until must be a date, such as 2027-03-31'],
    })
    expect(problemsOf({ insuranceKind: 'All', insuranceUntil: '2999-03-31' })).toBeUndefined()
  })
})
