import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { parseForwardedHeaders } from './client-ip.ts'

const trusted = new BlockList()
trusted.addAddress('127.0.0.1')
trusted.addSubnet('10.0.0.0', 8)
trusted.addSubnet('2001:db8:1::', 48, 'ipv6')

const read = (socket: string, forwardedFor?: string, forwardedProto?: string, list = trusted) =>
  parseForwardedHeaders(socket, { forwardedFor, forwardedProto }, list)

describe('a socket nobody trusts', () => {
  test.each(['198.51.100.7', '2001:db8:2::7', '9.255.255.255'])(
    '%s is the visitor, whatever the headers say',
    (socket) => {
      expect(read(socket, '203.0.113.1', 'https')).toEqual({ clientIp: socket, protocol: 'http' })
      expect(read(socket, '127.0.0.1, 10.0.0.1', 'https')).toEqual({ clientIp: socket, protocol: 'http' })
    },
  )

  test('is every socket where no proxy is configured', () => {
    expect(read('127.0.0.1', '203.0.113.1', 'https', new BlockList())).toEqual({
      clientIp: '127.0.0.1',
      protocol: 'http',
    })
  })

  test('may have no address at all', () => {
    expect(read('', '203.0.113.1', 'https')).toEqual({ clientIp: '', protocol: 'http' })
  })
})

describe('a trusted proxy', () => {
  test.each<[string, string | undefined, string]>([
    ['says who the visitor is', '203.0.113.1', '203.0.113.1'],
    ['that says nothing is the visitor itself', undefined, '10.0.0.9'],
    ['that says nothing useful is the visitor itself', '', '10.0.0.9'],
    ['is believed for the nearest address that is no proxy', '203.0.113.1, 10.1.1.1, 127.0.0.1', '203.0.113.1'],
    ['passes on what a visitor made up, further left, which is never reached', '1.1.1.1, 203.0.113.1', '203.0.113.1'],
    ['passes on a made-up proxy too', '1.1.1.1, 10.9.9.9, 203.0.113.1, 10.1.1.1', '203.0.113.1'],
    ['may be reached from a proxy alone', '10.1.1.1', '10.1.1.1'],
    ['stops at what is no address', '203.0.113.1, unknown, 10.1.1.1', '10.1.1.1'],
    ['stops at markup', '<script>alert(1)</script>', '10.0.0.9'],
    ['stops at an address with a port', '203.0.113.1:80', '10.0.0.9'],
    ['does not mind spaces', '  203.0.113.1  ,10.1.1.1 ', '203.0.113.1'],
    ['speaks IPv6', '2001:db8:2::7, 2001:db8:1::1', '2001:db8:2::7'],
    ['speaks mapped IPv6', '::ffff:203.0.113.1, ::FFFF:10.1.1.1', '203.0.113.1'],
  ])('%s', (_what, forwardedFor, expected) => {
    expect(read('10.0.0.9', forwardedFor).clientIp).toBe(expected)
  })

  test('is trusted by its mapped IPv6 address too', () => {
    expect(read('::ffff:127.0.0.1', '203.0.113.1', 'https')).toEqual({
      clientIp: '203.0.113.1',
      protocol: 'https',
    })
    expect(read('::ffff:198.51.100.7', '203.0.113.1', 'https')).toEqual({
      clientIp: '198.51.100.7',
      protocol: 'http',
    })
  })

  test.each([
    ['https', 'https'],
    [' https ', 'https'],
    ['http', 'http'],
    ['http, https', 'https'],
    ['https, http', 'http'],
    ['javascript', 'http'],
    ['', 'http'],
    [undefined, 'http'],
  ])('that says %j means %s', (forwardedProto, protocol) => {
    expect(read('10.0.0.9', '203.0.113.1', forwardedProto).protocol).toBe(protocol)
  })

  test('of 10,000 hops is read without harm', () => {
    expect(read('10.0.0.9', `${'10.1.1.1,'.repeat(10_000)}10.1.1.1`).clientIp).toBe('10.1.1.1')
  })
})
