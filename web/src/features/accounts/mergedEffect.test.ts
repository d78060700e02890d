import type { EffectGroup } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { mergedEffect } from './mergedEffect.ts'

const list = (id: string) => ({ id, name: id })
const group = (before: string | null, after: string, names: string[]): EffectGroup => ({
  priceListBefore: before === null ? null : list(before),
  priceListAfter: list(after),
  accounts: names.map((name) => ({ id: name, name, groupName: 'RESELLER_GOLD' })),
  accountCount: names.length,
  differences: [],
  differenceCount: 0,
  lostCount: 0,
  dropCount: 0,
  riseCount: 0,
  limitCount: 1,
})
const effect = (...groups: EffectGroup[]) => ({
  accountCount: groups.reduce((sum, { accountCount }) => sum + accountCount, 0),
  groups,
})

test('accounts with the same old and new list form one group', () => {
  const merged = mergedEffect([
    effect(group('gold', 'new', ['acme', 'below acme'])),
    effect(group('gold', 'new', ['bergen'])),
    effect(group(null, 'new', ['fjord'])),
  ])
  expect(merged.accountCount).toBe(4)
  expect(merged.groups.map(({ limitCount }) => limitCount)).toEqual([2, 1])
  expect(merged.groups.map(({ accounts }) => accounts.map(({ id }) => id))).toEqual([
    ['acme', 'below acme', 'bergen'],
    ['fjord'],
  ])
})

test('an account below another selected one is counted once', () => {
  const merged = mergedEffect([
    effect(group('gold', 'new', ['acme', 'fjord'])),
    effect(group('gold', 'new', ['fjord'])),
  ])
  expect(merged.accountCount).toBe(2)
  expect(merged.groups[0]?.accountCount).toBe(2)
})
