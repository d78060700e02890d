import { expect, test } from 'vitest'
import { clashes, merged, mergedFeatures } from './merge.ts'

const start = { sku: 'A', name: 'One', price: 1, tenants: ['x'] }

test('what one changed and what another saved meanwhile are both kept', () => {
  const mine = { ...start, name: 'Mine', tenants: ['x', 'y'] }
  const theirs = { ...start, price: 2 }
  expect(merged(start, mine, theirs)).toEqual({ sku: 'A', name: 'Mine', price: 2, tenants: ['x', 'y'] })
  expect(clashes(start, mine, theirs)).toEqual([])
})

test('what both changed to different values is a clash, to the same one is none, and one that was seen is none any more', () => {
  const mine = { ...start, name: 'Mine' }
  const theirs = { ...start, name: 'Theirs' }
  expect(clashes(start, mine, theirs)).toEqual(['name'])
  expect(clashes(start, mine, { ...start, name: 'Mine' })).toEqual([])
  expect(clashes(start, mine, theirs, theirs)).toEqual([])
  expect(clashes(start, mine, { ...start, name: 'Again' }, theirs)).toEqual(['name'])
  expect(merged(start, mine, theirs).name).toBe('Mine')
})

const setting = (id: string, value: unknown) => ({ id, value })

test('features that others gave or took away meanwhile stay so, whatever was set on the rest', () => {
  const before = [setting('a', 1), setting('b', 2), setting('c', 3)]
  const mine = [setting('a', 10), setting('c', 3), setting('d', null)]
  const theirs = [setting('a', 1), setting('b', 20), setting('e', 5)]
  expect(mergedFeatures(before, mine, theirs)).toEqual([setting('a', 10), setting('e', 5), setting('d', null)])
})

test('a value that was set for a feature that another took away brings it back', () => {
  expect(mergedFeatures([setting('a', 1)], [setting('a', 2)], [])).toEqual([setting('a', 2)])
})
