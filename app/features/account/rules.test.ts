import { expect, test } from 'vitest'
import { cleanNameForMail, describeDevice, initialsOfEmail } from './rules.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['curl/8.0', 'An unknown browser'],
  ['<script>alert(1)</script>', 'An unknown browser'],
  ['', 'An unknown browser'],
  [null, 'An unknown browser'],
])('%j is %s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device)
})

// spec: 28.1
test('initials are the first two letters of the address', () => {
  expect(initialsOfEmail('sam@sample.example')).toBe('SA')
})

test.each([
  ['Sam Sample', 'Sam Sample'],
  ["Dr. Zoë O'Neill-Smith, née Żak", "Dr. Zoë O'Neill-Smith née Żak"],
  ['Win at www.evil.example now', 'Win at www evil example now'],
  ['https://evil.example/a?b=c', 'https evil example a b c'],
  ['evil．example', 'evil example'],
  ['mail me@evil.example', 'mail me evil example'],
  ['Call 0800 123456 <b>', 'Call b'],
  ['12345', null],
  ['  ', null],
  [`${'x'.repeat(45)} y`, `${'x'.repeat(40)}…`],
])('a mail may say the name %j as %j', (name, said) => {
  expect(cleanNameForMail(name)).toBe(said)
})
