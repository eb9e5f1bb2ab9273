import { describe, expect, test } from 'vitest'
import { processorTimeOf } from '#tests/processor-time.ts'
import { countWebLinksInText, findEnquirySenderConfirmationReason, isMailingListOrNoReplyEmail } from './hold-rules.ts'

const quiet = {
  email: 'sam@sample.example',
  text: 'A fence, 20 metres.',
  isConfirmed: false,
  reportsOfSender: 0,
  reportsByOwner: 0,
  lastHour: 0,
}

describe('an enquiry', () => {
  // spec: leads.5, hold.12.1
  test.each([
    ['of plain words', {}, null],
    ['with one link', { text: 'As on https://sample.example/fence' }, null],
    ['with two links', { text: 'https://a.example and www.b.example' }, 'links'],
    ['with thirty links', { text: 'https://a.example '.repeat(30) }, 'links'],
    ['with one link, to an owner who had spam', { text: 'https://a.example', reportsByOwner: 1 }, 'links'],
    [
      'with one link and their own address',
      { text: 'a-shop.co.uk, or write to Sam@Shop.com', email: 'sam@shop.com' },
      null,
    ],
    ['with two addresses of others', { text: 'a@shop.com b@shop.com', email: 'sam@shop.com' }, 'links'],
    ['of a sender who was reported', { reportsOfSender: 1 }, 'reported'],
    ['of a mailing list', { email: 'gardeners-request@lists.example' }, 'address'],
    ['of an address that nobody reads', { email: 'no-reply@sample.example' }, 'address'],
    ['that is the twentieth in an hour', { lastHour: 19 }, null],
    ['after twenty in an hour', { lastHour: 20 }, 'many'],
    ['that is the third in an hour, to an owner who had spam', { lastHour: 2, reportsByOwner: 1 }, null],
    ['after three in an hour, to an owner who had spam', { lastHour: 3, reportsByOwner: 1 }, 'many'],
    ['with thirty bare domains', { text: 'cheap-loans.com '.repeat(30) }, 'links'],
    [
      'of a member, with one link, to an owner who had spam',
      { text: 'a-shop.co.uk', reportsByOwner: 1, isConfirmed: true },
      null,
    ],
    ['of a member, with two links', { text: 'a-shop.co.uk, b-shop.com', isConfirmed: true }, 'links'],
    ['of a member, after twenty in an hour', { lastHour: 20, isConfirmed: true }, null],
    ['of a member, after forty in an hour', { lastHour: 40, isConfirmed: true }, 'many'],
    [
      'of a member, after three in an hour, to an owner who had spam',
      { lastHour: 3, reportsByOwner: 1, isConfirmed: true },
      null,
    ],
    [
      'of a member, after twenty in an hour, to an owner who had spam',
      { lastHour: 20, reportsByOwner: 1, isConfirmed: true },
      'many',
    ],
  ])('%s', (_, signs, reason) => {
    expect(findEnquirySenderConfirmationReason({ ...quiet, ...signs })).toBe(reason)
  })
})

test.each([
  ['', 0],
  ['Call 020 7946 0123. I need 3.5 m of it, e.g. oak.', 0],
  ['sam@sample.example', 0],
  ['HTTPS://A.EXAMPLE', 1],
  ['a.example/page?x=1, b.example/', 2],
  ['www.a.example', 1],
  ['shop.com, a-shop.co.uk and x.shop', 3],
  ['(shop.com) \u201cshop.com.\u201d <shop.com>; shop.com?a=1#b', 4],
  ['SHOP.COM Shop.Com', 2],
  ['shop\uff0ecom shop\u3002com shop\uff61com \uff53\uff48\uff4f\uff50.com', 4],
  ['sh\u00adop.com shop\u200b.\u200dcom', 2],
  ['магазин.рф xn--e1afmkfd.xn--p1ai', 2],
  ['sam@shop.com', 1],
  ['shop dot com, shop . com', 0],
  ['At 9 a.m. or p.m., 2.5 m, no.1, e.g. v1.2.3 of 12.10.2026. Done.Thanks', 0],
  ['Jo Sample, B.Sc., M.Sc (Hons), B.Com. B.Tech, Ph.D, U.K., p.s. call me', 0],
  ['From 9.am to 5.pm, or 10.am to 11.am', 0],
  ['St.Albans, St.Helens, Node.js, ASP.NET Core, report.pdf, setup.exe, v1.2.3-rc.1', 1],
  ['shop.com:8080 http://shop.com:8080/a www.foo b\u00fccher.de xn--bcher-kva.de 888.com', 6],
  ['plan.doc, list.xlsx, photo.jpeg', 0],
  ['10.0.0.1 and localhost.local', 0],
])('%j holds %d links', (text, count) => {
  expect(countWebLinksInText(text)).toBe(count)
})

test.each(['a', 'a.', '.', '-', 'a.com ', '\u200b', 'e\u0301'])('%j, many times, is read once', async (text) => {
  expect(await processorTimeOf(() => countWebLinksInText(text.repeat(20_000)))).toBeLessThan(1_000)
})

test.each([
  ['sam@sample.example', false],
  ['noreply.smith@sample.example', true],
  ['norepliers@sample.example', false],
  ['NO-REPLY@sample.example', true],
  ['bounces+17@sample.example', true],
  ['club-owner@sample.example', true],
  ['owner@sample.example', false],
])('%s is a machine: %s', (email, isMachine) => {
  expect(isMailingListOrNoReplyEmail(email)).toBe(isMachine)
})
