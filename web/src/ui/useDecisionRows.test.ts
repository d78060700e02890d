import { expect, test } from 'vitest'
import { nearestOpen } from './useDecisionRows.ts'

const rows = ['decided', 'open 1', 'decided', 'open 2', 'decided']
const isDecided = (row: string) => row === 'decided'

test('where a decided row has left, the keys go to the next row that is not decided, else to the first above it', () => {
  expect([0, 1, 2, 3].map((place) => rows[nearestOpen(rows, place, isDecided)])).toEqual([
    'open 1',
    'open 1',
    'open 2',
    'open 2',
  ])
  expect(rows[nearestOpen(rows, 4, isDecided)]).toBe('open 1')
  expect(rows[nearestOpen(rows, 5, isDecided)]).toBe('open 1')
})

test('in a list where all is decided the keys stay where they are, and an empty list has no place', () => {
  expect(nearestOpen(['decided', 'decided'], 0, isDecided)).toBe(0)
  expect(nearestOpen(['decided', 'decided'], 2, isDecided)).toBe(1)
  expect(nearestOpen([], 0, isDecided)).toBe(-1)
})
