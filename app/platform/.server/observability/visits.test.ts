import { expect, test } from 'vitest'
import { ListingVisitCounter, type ListingVisitKey, parseVisitBeacon, toFoundListingVisits } from './visits.ts'

test('counts until it hands over, and takes back what could not be written', () => {
  const counter = new ListingVisitCounter()
  counter.count(['view a', 'view a', 'found b'])
  const first = counter.take()
  expect([...first]).toEqual([
    ['view a', 2],
    ['found b', 1],
  ])
  counter.count(['view a'])
  counter.putBack(first)
  expect(new Map(counter.take())).toEqual(
    new Map([
      ['view a', 3],
      ['found b', 1],
    ]),
  )
  expect(counter.take().size).toBe(0)
})

test('keeps ten thousand different visits at most, and goes on counting those', () => {
  const counter = new ListingVisitCounter()
  for (let n = 0; n < 12_000; n += 1) counter.count([`view slug-${n}`])
  counter.count(['view slug-1'])
  expect(counter.others).toBe(2_000)
  const counts = counter.take()
  expect(counts.size).toBe(10_000)
  expect(counts.get('view slug-1')).toBe(2)
})

// spec: hold.15.1
test('what a browser reports takes a place only where its listing exists, and is asked about once', async () => {
  const counter = new ListingVisitCounter()
  const asked: string[][] = []
  const listSlugs = async (slugs: string[]) => {
    asked.push(slugs)
    return slugs.filter((slug) => slug.startsWith('listed'))
  }
  for (let n = 0; n < 900; n += 1) {
    const invented = Array.from({ length: 12 }, (_, each) => `invented-${n}-${each}`)
    await counter.countReported(toFoundListingVisits(invented, ['a', 'b']), `sender ${n % 15}`, listSlugs)
  }
  expect(asked).toHaveLength(900)
  expect(counter.others).toBe(0)
  expect(counter.take().size).toBe(0)
  for (let n = 0; n < 3; n += 1) await counter.countReported(['phone listed-1', 'phone gone'], 'sender', listSlugs)
  expect(asked.slice(900)).toEqual([['listed-1', 'gone'], ['gone'], ['gone']])
  expect([...counter.take()]).toEqual([['phone listed-1', 3]])
})

// spec: hold.15.3
test('behind a slow database few beacons wait, and further ones are lost', async () => {
  const counter = new ListingVisitCounter()
  const slow = Promise.withResolvers<void>()
  let asked = 0
  const listSlugs = async (slugs: string[]) => {
    asked += 1
    await slow.promise
    return slugs
  }
  const waiting = Array.from({ length: 1_000 }, (_, n) =>
    counter.countReported([`phone listed-${n}`], `sender ${n}`, listSlugs),
  )
  expect(asked).toBe(50)
  expect(counter.others).toBe(950)
  slow.resolve()
  await Promise.all(waiting)
  expect(counter.take().size).toBe(50)
  await expect(counter.countReported(['phone a'], 'sender', () => Promise.reject(new Error('away')))).rejects.toThrow()
  await counter.countReported(['phone b'], 'sender', listSlugs)
  expect(counter.take().size).toBe(1)
})

// spec: hold.15.2
test('one sender has a share of what is counted, whatever it reports or searches for', async () => {
  const counter = new ListingVisitCounter()
  const all = async (slugs: string[]) => slugs
  for (let n = 0; n < 2_000; n += 1) await counter.countReported([`phone listed-${n}`], 'sender', all)
  expect(counter.others).toBe(1_000)
  // What it began goes on, and so does what others count and what is seen.
  await counter.countReported(['phone listed-1'], 'sender', all)
  await counter.countReported(['phone listed-1999'], 'another', all)
  counter.count(['view listed-1500', 'word listed-1500 leeds'], 'sender')
  expect(counter.others).toBe(1_001)
  const counts = counter.take()
  expect(counts.size).toBe(1_002)
  expect(counts.get('phone listed-1')).toBe(2)
  expect(counts.get('view listed-1500')).toBe(1)
  for (let n = 0; n < 3_000; n += 1) counter.count([`word listed word${n}`], 'sender')
  counter.count(['word listed leeds'], 'another')
  expect(counter.take().size).toBe(1_001)
})

test('gives up words first when there are too many', () => {
  const counter = new ListingVisitCounter()
  for (let n = 0; n < 6_000; n += 1) counter.count([`word a-business word${n}`])
  counter.count(['view a-business'])
  expect(counter.others).toBe(1_000)
  expect(counter.take().get('view a-business')).toBe(1)
})

test('counts each listing of a page once, and five words of a usual length', () => {
  expect(toFoundListingVisits(['a', 'b'], ['van hire', 'Leeds'])).toEqual([
    ...['found a', 'word a van hire', 'word a Leeds'],
    ...['found b', 'word b van hire', 'word b Leeds'],
  ])
  const many = toFoundListingVisits(['a'], ['x'.repeat(61), '1', '2', '3', '4', '5', '6'])
  expect(many).toEqual(['found a', 'word a 1', 'word a 2', 'word a 3', 'word a 4', 'word a 5'])
})

test.each<[string, ListingVisitKey[] | null]>([
  [
    'found a b\nvan hire\nLeeds',
    ['found a', 'word a van hire', 'word a Leeds', 'found b', 'word b van hire', 'word b Leeds'],
  ],
  ['found a\n', null],
  ['found a\n leeds', null],
  ['found a\nle\teds', null],
  ['view a\nleeds', null],
  ['view a-b-1', ['view a-b-1']],
  ['found a b c', ['found a', 'found b', 'found c']],
  ['found a a a', ['found a']],
  ['phone a', ['phone a']],
  ['view a b', null],
  ['view', null],
  ['', null],
  ['sale a', null],
  ['view A', null],
  ['view a\nview b', null],
  [`view ${'a'.repeat(201)}`, null],
  ['found a b c d e f g h i j k l m', null],
  ["view '; DROP TABLE visit_counts", null],
])('the beacon %j is read as %j', (text, visits) => {
  expect(parseVisitBeacon(text)).toEqual(visits)
})
