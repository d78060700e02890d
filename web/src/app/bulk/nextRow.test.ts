import { expect, test } from 'vitest'
import { nearest } from './nextRow.ts'

const shown = ['a', 'b', 'c', 'd', 'e']

test('after an action the keyboard goes to the row below the last of them, else to the one above', () => {
  expect(nearest(shown, ['b'])[0]).toBe('c')
  expect(nearest(shown, ['a', 'c'])[0]).toBe('d')
  expect(nearest(shown, ['e'])[0]).toBe('d')
  expect(nearest(shown, ['d', 'e'])[0]).toBe('c')
})

test('when the row below has gone meanwhile, the next one is tried; the rows themselves come last', () => {
  expect(nearest(shown, ['b'])).toEqual(['c', 'd', 'e', 'a', 'b'])
  expect(nearest(shown, shown)).toEqual(shown)
})
