import { expect, test } from 'vitest'
import { parseFormBody } from './form-body.ts'

test('objects, lists and texts come out of their flat names', () => {
  const body = 'a[0][b]=1&a[0][c][d]=two+words&a[1][b]=%C2%A33&e=&f[]=x&f[]=y'
  expect(parseFormBody(body)).toEqual({
    a: [{ b: '1', c: { d: 'two words' } }, { b: '£3' }],
    e: '',
    f: ['x', 'y'],
  })
})

test('a name of an object does not reach what every object has', () => {
  const read = parseFormBody('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
  expect(Object.keys(read)).toEqual(['__proto__', 'constructor'])
})

test('an empty body is an object of nothing', () => {
  expect(parseFormBody('')).toEqual({})
})
