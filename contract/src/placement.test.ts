import { expect, test } from 'vitest'
import { canHaveChildren, whyNotBelow, whyNotNextBelow } from './placement.ts'

/** The levels of a new tenant (rules N2). */
const levels = [10, 15, 20, 30, 40, 40, 40, 60]

test.each([
  [{ parentLevel: 20, level: 30 }, null, null],
  [{ parentLevel: 20, level: 40 }, null, 'group'],
  [{ parentLevel: 20, level: 20 }, 'group', 'group'],
  [{ parentLevel: 30, level: 20 }, 'group', 'group'],
  [{ parentLevel: 20, level: null }, 'group', 'group'],
  [{ parentLevel: 49, level: 60 }, null, null],
  [{ parentLevel: 50, level: 60 }, 'parentLevel', 'parentLevel'],
  [{ parentLevel: 60, level: null }, 'parentLevel', 'parentLevel'],
] as const)('%o: imported %s, created %s', (placement, imported, created) => {
  expect(whyNotBelow(placement)).toBe(imported)
  expect(whyNotNextBelow(placement, levels)).toBe(created)
})

test('there is no group below the last level', () => {
  expect(whyNotNextBelow({ parentLevel: 45, level: 45 }, [10, 45])).toBe('group')
})

test('accounts below level 50 can be parents, those from 50 on cannot (threats Z10)', () => {
  expect([49, 50, 51].map(canHaveChildren)).toEqual([true, false, false])
})
