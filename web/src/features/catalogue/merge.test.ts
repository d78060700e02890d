import { expect, test } from 'vitest'
import { clashes, merged, mergedFeatures } from './merge.ts'

const start = { sku: 'A', name: 'One', price: 1, tenants: ['x'] }

test('changes of one user and changes that another saved meanwhile are both kept', () => {
  const mine = { ...start, name: 'Mine', tenants: ['x', 'y'] }
  const theirs = { ...start, price: 2 }
  expect(merged(start, mine, theirs)).toEqual({ sku: 'A', name: 'Mine', price: 2, tenants: ['x', 'y'] })
  expect(clashes(start, mine, theirs)).toEqual([])
})

test('two different new values are a conflict; equal values and a conflict already shown are not', () => {
  const mine = { ...start, name: 'Mine' }
  const theirs = { ...start, name: 'Theirs' }
  expect(clashes(start, mine, theirs)).toEqual(['name'])
  expect(clashes(start, mine, { ...start, name: 'Mine' })).toEqual([])
  expect(clashes(start, mine, theirs, theirs)).toEqual([])
  expect(clashes(start, mine, { ...start, name: 'Again' }, theirs)).toEqual(['name'])
  expect(merged(start, mine, theirs).name).toBe('Mine')
})

const setting = (id: string, value: unknown) => ({ id, value })

test('features that others added or removed meanwhile stay so, whatever was set on the rest', () => {
  const before = [setting('a', 1), setting('b', 2), setting('c', 3)]
  const mine = [setting('a', 10), setting('c', 3), setting('d', null)]
  const theirs = [setting('a', 1), setting('b', 20), setting('e', 5)]
  expect(mergedFeatures(before, mine, theirs)).toEqual([setting('a', 10), setting('e', 5), setting('d', null)])
})

test('setting a value for a feature that another user removed adds it again', () => {
  expect(mergedFeatures([setting('a', 1)], [setting('a', 2)], [])).toEqual([setting('a', 2)])
})
