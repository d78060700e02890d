import { expect, test } from 'vitest'
import { closedEntry, type Entry, menu, offered } from './menu.ts'

const tenant = {
  environment: 'development' as const,
  excludedMenuEntries: [] as string[],
  externalLinks: [
    { entry: 'brand-assets', url: 'https://brand.example/assets' },
    { entry: 'knowledge-base', url: 'https://kb.example' },
    { entry: 'help-desk', url: 'https://help.example' },
  ],
}

const vendor = {
  level: 20,
  administers: true,
  isOperator: false,
  permissions: [
    { module: 'Certifications' as const, flags: 'c-ra-u-d' },
    { module: 'Audit' as const, flags: 'r' },
  ],
}

/** The menu with every entry marked as ready. */
const whole: Entry[] = menu.map((entry) => ({ ...entry, ready: true }))
const names = (entries: readonly Entry[]) => entries.map((entry) => entry.name)

test('the vendor sees all entries in development, in the order of the menu (rules V1)', () => {
  expect(names(offered(whole, tenant, vendor))).toEqual([
    'dashboard',
    'products',
    'pricelists',
    'accounts',
    'deals',
    'sell-in',
    'stocks',
    'sell-out',
    'licenses',
    'renewals',
    'certifications',
    'audit',
    'reports-licenses',
    'reports-month',
    'brand-assets',
    'knowledge-base',
    'help-desk',
    'settings',
    'ds',
  ])
})

test.each([
  [10, true],
  [29, true],
  [30, true],
  [31, true],
  [39, true],
  [40, true],
  [41, false],
  [49, false],
  [50, false],
  [51, false],
  [60, false],
])(
  'at group level %i, whether price lists, sales network and sell out are visible: %s (threats Z10)',
  (level, seen) => {
    const offers = names(offered(whole, tenant, { ...vendor, level }))
    for (const name of ['pricelists', 'accounts', 'sell-out'] as const) expect(offers.includes(name)).toBe(seen)
    for (const name of ['dashboard', 'products', 'deals', 'sell-in', 'stocks', 'licenses', 'renewals'] as const) {
      expect(offers).toContain(name)
    }
  },
)

test.each(names(whole))('a tenant that excludes %s does not show it', (name) => {
  expect(names(offered(whole, { ...tenant, excludedMenuEntries: [name] }, vendor))).not.toContain(name)
})

test('the design system is hidden in production', () => {
  expect(names(offered(whole, { ...tenant, environment: 'production' }, vendor))).not.toContain('ds')
  expect(names(offered(whole, { ...tenant, environment: 'test' }, vendor))).toContain('ds')
})

test("external links use the tenant's addresses, and only http and https addresses", () => {
  const links = [
    { entry: 'knowledge-base', url: 'javascript:alert(1)' },
    { entry: 'help-desk', url: 'https://help.example' },
  ]
  const outside = offered(whole, { ...tenant, externalLinks: links }, vendor).filter(
    (entry) => entry.path === undefined,
  )
  expect(outside.map(({ name, href }) => [name, href])).toEqual([['help-desk', 'https://help.example']])
})

test('an entry whose screen is not ready is hidden', () => {
  const planned = menu.map((entry) => ({ ...entry, ready: entry.name !== 'deals' }))
  expect(names(offered(planned, tenant, vendor))).not.toContain('deals')
  expect(names(offered(menu, tenant, vendor))).toEqual(names(offered(whole, tenant, vendor)))
})

test.each([
  ['c-ra-u-d', true],
  ['c-r-u-d', false],
  ['ra', false],
])('who holds %s in certifications sees the certificates of the tenant: %s (rules Q1)', (flags, seen) => {
  const permissions = [{ module: 'Certifications' as const, flags }]
  expect(names(offered(menu, tenant, { ...vendor, permissions })).includes('certifications')).toBe(seen)
})

test('only who reads the audit log is offered it (rules G18)', () => {
  const offeredTo = (flags: string) =>
    names(offered(whole, tenant, { ...vendor, permissions: [{ module: 'Audit', flags }] })).includes('audit')
  expect(['r', 'ra'].map(offeredTo)).toEqual([true, true])
  expect(names(offered(whole, tenant, { ...vendor, permissions: [] }))).not.toContain('audit')
})

test('only operators of the installation are offered its tenants (rules P67)', () => {
  expect(names(offered(menu, tenant, vendor))).not.toContain('installation')
  expect(names(offered(menu, tenant, { ...vendor, administers: false, isOperator: true }))).toContain('installation')
})

test('only who administers the portal is offered its settings (rules G14)', () => {
  expect(names(offered(menu, tenant, { ...vendor, administers: false }))).not.toContain('settings')
})

const without = (...excludedMenuEntries: string[]) => ({ excludedMenuEntries })

test.each([
  ['/deals', true],
  ['/deals/board', true],
  ['/deals/create', true],
  ['/deals/', true],
  ['/deals/0199a3c4-7c1e-7d2a-9f10-2b6f4f9f3b1c', false],
  ['/dealsx', false],
  ['/products', false],
])('where deals are excluded, %s is closed: %s', (path, closed) => {
  expect(closedEntry(path, without('deals'))?.name === 'deals').toBe(closed)
  expect(closedEntry(path, without())).toBeNull()
})

test('the page of a key stays open, and so does the dashboard', () => {
  expect(closedEntry('/licenses/ATLP-0VXQ3-PQC0V-ZT4VE-92MAY', without('licenses'))).toBeNull()
  expect(closedEntry('/licenses', without('licenses'))?.name).toBe('licenses')
  expect(closedEntry('/reports/licenses', without('licenses'))).toBeNull()
  expect(closedEntry('/dashboard', without('dashboard'))).toBeNull()
})
