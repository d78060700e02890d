import type { EffectGroup, PriceEffect } from '@trellis/contract/pricing'

/** The effects on several accounts as one: accounts with the same lists before and after are one group, each named once. */
export function mergedEffect(effects: readonly PriceEffect[]): PriceEffect {
  const groups = new Map<string, EffectGroup>()
  const known = new Set<string>()
  for (const group of effects.flatMap((effect) => effect.groups)) {
    const accounts = group.accounts.filter(({ id }) => !known.has(id))
    for (const { id } of accounts) known.add(id)
    // An account below another selected one is in both of their effects.
    const accountCount = group.accountCount - (group.accounts.length - accounts.length)
    if (accountCount === 0) continue
    const key = `${group.priceListBefore?.id} ${group.priceListAfter?.id}`
    const before = groups.get(key)
    const count = (before?.accountCount ?? 0) + accountCount
    groups.set(key, {
      ...group,
      accounts: [...(before?.accounts ?? []), ...accounts],
      accountCount: count,
      limitCount: Math.min(count, (before?.limitCount ?? 0) + group.limitCount),
    })
  }
  const all = [...groups.values()]
  return { accountCount: all.reduce((sum, { accountCount }) => sum + accountCount, 0), groups: all }
}
