import { expect, test } from 'vitest'
import { entitledTo, inOneLine, seatsAre } from './entitlements.ts'

const numberOf = (value: number) => `#${value}`

test('features are sorted by name, and those that fit are said in one line', () => {
  const entitlements = { sso: true, connections: 110, beta: false, region: 'eu', limits: { cores: 8 }, empty: '' }
  expect(entitledTo({ entitlements }).map(({ name }) => name)).toEqual([
    'beta',
    'connections',
    'empty',
    'limits',
    'region',
    'sso',
  ])
  expect(inOneLine({ entitlements }, numberOf)).toBe('connections #110 · sso')
  expect(inOneLine({ entitlements: undefined }, numberOf)).toBe('')
})

test('nobody is told to activate online what no device can activate', () => {
  const key = { licenseHasBeenExported: false, expirationDate: null, upgradeOf: null }
  const now = Date.parse('2026-05-20T10:00:00Z')
  const [past, future] = ['2026-05-20T10:00:00.000Z', '2026-05-20T10:00:00.001Z']
  expect(seatsAre(key, now)).toBe('waiting')
  expect(seatsAre({ ...key, expirationDate: future }, now)).toBe('waiting')
  expect(seatsAre({ ...key, expirationDate: past }, now)).toBe('expired')
  expect(seatsAre({ ...key, licenseHasBeenExported: true, expirationDate: past }, now)).toBe('exported')
  expect(seatsAre({ ...key, upgradeOf: { serialKey: 'K', expirationDate: past } }, now)).toBe('baseExpired')
  expect(seatsAre({ ...key, upgradeOf: { serialKey: 'K', expirationDate: null } }, now)).toBe('waiting')
})
