import type { Facts } from './comparison.ts'

/** The code of the currency that is recorded beside an amount. */
export function currencyBeside(facts: Facts, names: Readonly<Record<string, string>>): string | null {
  const id = facts.currencyId ?? facts.currency_id ?? facts.agreedIn
  return names[`currency:${id}`] ?? null
}
