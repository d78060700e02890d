import { expect, test } from 'vitest'
import { bySpecificity, isSame, paramsIn, partsOf, pathWith, trimmed } from './paths.ts'

test('the path of a route has no layouts, and none of their marks', () => {
  expect(partsOf('/_frame/accounts/$id/_tabs/users/')).toEqual(['accounts', '$id', 'users'])
  expect(partsOf('/_frame/products/types/$id_/edit')).toEqual(['products', 'types', '$id', 'edit'])
  expect(partsOf('__root__')).toEqual([])
})

test('a path has the parameters of its route, decoded, or is another one', () => {
  const key = ['licenses', '$serialKey']
  expect(paramsIn(key, ['licenses', 'A%2FB%20C'])).toEqual({ serialKey: 'A/B C' })
  expect(paramsIn(key, ['licenses', '%'])).toEqual({ serialKey: '%' })
  expect(paramsIn(key, ['licenses'])).toBeNull()
  expect(paramsIn(key, ['orders', '1'])).toBeNull()
  expect(pathWith('/licenses/$serialKey', { serialKey: 'A/B C' })).toBe('/licenses/A%2FB%20C')
})

test('a name comes before a parameter, wherever they differ first', () => {
  const routes = [
    ['accounts', '$id', 'edit'],
    ['deals', '$id'],
    ['deals', 'create'],
    ['accounts', '$id', '$part'],
    ['accounts', 'new', '$part'],
  ]
  const all = routes.toSorted(bySpecificity).map((parts) => parts.join('/'))
  expect(all.indexOf('deals/create')).toBeLessThan(all.indexOf('deals/$id'))
  expect(all.indexOf('accounts/new/$part')).toBeLessThan(all.indexOf('accounts/$id/edit'))
  expect(all.indexOf('accounts/$id/edit')).toBeLessThan(all.indexOf('accounts/$id/$part'))
})

test('slashes at the end of a path change nothing, and a start page keeps its own', () => {
  expect([trimmed('/deals/'), trimmed('/deals'), trimmed('/')]).toEqual(['/deals', '/deals', '/'])
})

test('searches with the same content are the same, whatever the order of their names', () => {
  expect(isSame({ page: '2', status: ['a', 'b'] }, { status: ['a', 'b'], page: '2' })).toBe(true)
  expect(isSame({ page: '2' }, { page: '2', limit: '50' })).toBe(false)
  expect(isSame({ status: ['a', 'b'] }, { status: ['b', 'a'] })).toBe(false)
  expect(isSame({ page: undefined }, { limit: undefined })).toBe(false)
  expect(isSame(null, {})).toBe(false)
  expect(isSame(new Error('no line'), new Error('no line'))).toBe(false)
})
