import type { License } from '@trellis/contract/licenses'

/** The typed features of a key by name, as a list sorted by it. */
export const entitledTo = ({ entitlements = {} }: Pick<License, 'entitlements'>): { name: string; value: unknown }[] =>
  Object.entries(entitlements)
    .map(([name, value]) => ({ name, value }))
    .sort((a, b) => a.name.localeCompare(b.name))

/** The features that can be said in a line: numbers, and flags that are on. */
export function inOneLine(license: Pick<License, 'entitlements'>, numberOf: (value: number) => string): string {
  const words = entitledTo(license).flatMap(({ name, value }) => {
    if (value === true) return [name]
    return typeof value === 'number' ? [`${name} ${numberOf(value)}`] : []
  })
  return words.join(' · ')
}

/** Why no device can take a seat of the key now, or `waiting` if one can. */
export function seatsAre(
  license: Pick<License, 'licenseHasBeenExported' | 'expirationDate' | 'upgradeOf'>,
  now: number,
): 'exported' | 'expired' | 'baseExpired' | 'waiting' {
  if (license.licenseHasBeenExported) return 'exported'
  const isOver = (date: string | null | undefined) => date != null && Date.parse(date) <= now
  if (isOver(license.upgradeOf?.expirationDate)) return 'baseExpired'
  return isOver(license.expirationDate) ? 'expired' : 'waiting'
}
