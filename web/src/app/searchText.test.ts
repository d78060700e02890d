import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './searchText.ts'

test.each([
  ['', {}],
  ['?page=2&status=pending', { page: '2', status: 'pending' }],
  ['?status=pending&status=approved', { status: ['pending', 'approved'] }],
  ['?environmentType=', { environmentType: '' }],
  ['?q=a+b%26c%3D1', { q: 'a b&c=1' }],
  ['?redirect=%2Fsell-out%3Fpage%3D2', { redirect: '/sell-out?page=2' }],
])('the query string %s is parsed and written back unchanged', (text, search) => {
  expect(parseSearch(text)).toEqual(search)
  expect(stringifySearch(search)).toBe(text)
})

test('undefined values are not written', () => {
  expect(stringifySearch({ page: undefined, from: null, limit: 50 })).toBe('?limit=50')
})
