import type { MapAccount } from '@trellis/contract/network-map'
import { expect, test } from 'vitest'
import { firstOpened, type Layout, layoutOf, type Placed, within } from './layout.ts'
import { neighbour } from './navigation.ts'
import { allOpened, closed, opened, toggled } from './opened.ts'
import { mapFiltersOf, mapSearchOf } from './period.ts'
import { expiredOf, findNode, largestBranch, type MapNode, pathTo, treeOf } from './tree.ts'
import { centred, fitted, held, leastScale, partOf, revealed, zoomed } from './view.ts'

const account = (id: string, parentId: string | null, more: Partial<MapAccount> = {}): MapAccount => ({
  id,
  parentId,
  name: id,
  code: id.toUpperCase(),
  groupName: 'RESELLER_GOLD',
  level: 40,
  sellOut: 0,
  sellOutOfBranch: 0,
  expiredLicenses: 0,
  certificatesBadges: [],
  ...more,
})

const small = [
  account('root', null, { sellOut: 400, sellOutOfBranch: 1000 }),
  account('south', 'root', { sellOutOfBranch: 100, sellOut: 100 }),
  account('north', 'root', { sellOutOfBranch: 500, sellOut: 400 }),
  account('acme', 'north', { sellOutOfBranch: 100, sellOut: 100 }),
  account('bergen', 'north'),
  account('calabro', 'south', { expiredLicenses: 2 }),
  account('fjord', 'acme', { level: 60, groupName: 'BUYER', expiredLicenses: 3 }),
]
const tree = (accounts: MapAccount[]) => treeOf(accounts) as MapNode
const root = tree(small)
const layout = layoutOf(root, allOpened(root), largestBranch(root))
const at = (id: string, within: Layout = layout) => within.byId.get(id) as Placed
const ids = (placed: readonly Placed[]) => placed.map(({ id }) => id)

test('the branch with the highest sales comes first, and expired licenses are summed up per branch', () => {
  expect(root.children.map(({ id }) => id)).toEqual(['north', 'south'])
  expect(root).toMatchObject({ below: 6, expiredBelow: 5 })
  const acme = findNode(root, 'acme') as MapNode
  expect(expiredOf(acme)).toBe(3)
  expect(pathTo(acme).map(({ id }) => id)).toEqual(['root', 'north'])
  expect(treeOf([])).toBeNull()
})

test('every account has its own row, except that a first child shares its parent’s row', () => {
  expect(ids(layout.placed)).toEqual(['root', 'north', 'acme', 'fjord', 'bergen', 'south', 'calabro'])
  expect(at('north').y).toBe(at('root').y)
  expect(at('acme').y).toBe(at('north').y)
  expect(at('bergen').y).toBeGreaterThan(at('acme').y)
  expect(at('fjord').x).toBeGreaterThan(at('acme').x)
  const heights = layout.placed.map(({ y }) => y)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
})

test('areas are proportional to amounts, and the root does not make the others tiny', () => {
  expect(largestBranch(root)).toBe(500)
  expect(at('north').branch / at('south').branch).toBeCloseTo(Math.sqrt(5))
  expect(at('root').branch).toBe(at('north').branch)
  expect(at('bergen').own).toBeGreaterThan(0)
})

test('collapsing a branch moves nothing above it', () => {
  const without = layoutOf(root, toggled(allOpened(root), at('south')), 500)
  expect(at('calabro', without)).toBeUndefined()
  expect(at('south', without)).toMatchObject({ y: at('south').y, expandable: true, expanded: false })
  expect(ids(layoutOf(root, closed(root), 500).placed)).toEqual(['root', 'north', 'south'])
})

test('with the filter for expired licenses, their owners and the accounts above them remain', () => {
  expect(ids(layoutOf(root, allOpened(root), 500, true).placed)).toEqual([
    'root',
    'north',
    'acme',
    'fjord',
    'south',
    'calabro',
  ])
})

const buyers = (many: number, parent = 'acme') =>
  Array.from({ length: many }, (_, n) =>
    account(`${parent}-${n}`, parent, { level: 60, expiredLicenses: n === many - 1 ? 1 : 0 }),
  )

test('of many siblings without children only the first are drawn, including those with expired licenses', () => {
  const wide = tree([...small, ...buyers(320)])
  const all = allOpened(wide)
  const drawn = layoutOf(wide, all, 500)
  const rest = at('acme+', drawn)
  expect(rest.rest).toHaveLength(321 - 6)
  expect(ids(at('acme', drawn).children).slice(0, 2)).toEqual(['fjord', 'acme-319'])
  const whole = layoutOf(wide, toggled(all, rest), 500)
  expect(at('acme', whole).children).toHaveLength(321)
  expect(whole.byId.has('acme+')).toBe(false)
  const found = layoutOf(wide, opened(closed(wide), findNode(wide, 'acme-300') as MapNode), 500)
  expect(found.byId.has('acme-300')).toBe(true)
})

test('the initially expanded part fits on a page and is never empty', () => {
  expect([...firstOpened(root, 60).expanded]).toEqual(['root', 'north', 'south', 'acme'])
  // An only child shares its parent's row, so expanding South or Acme adds no row.
  expect([...firstOpened(root, 2).expanded]).toEqual(['root', 'south'])
  expect([...firstOpened(root, 3).expanded]).toEqual(['root', 'north', 'south', 'acme'])
})

test('at first, branches with the highest sales are expanded, and buyers only when there is room for all', () => {
  const network = tree([
    account('vendor', null),
    account('large', 'vendor', { sellOutOfBranch: 900 }),
    account('tiny', 'vendor', { sellOutOfBranch: 1 }),
    ...['l1', 'l2', 'l3'].map((id, place) => account(id, 'large', { sellOutOfBranch: 300 - place })),
    ...['t1', 't2', 't3'].map((id) => account(id, 'tiny')),
    ...['l1', 'l2', 't1'].flatMap((parent) => buyers(3, parent)),
  ])
  const rows = (maximum: number) => layoutOf(network, firstOpened(network, maximum), 900).placed
  expect([...firstOpened(network, 4).expanded]).toEqual(['vendor', 'large'])
  expect([...firstOpened(network, 6).expanded]).toEqual(['vendor', 'large', 'tiny'])
  expect([...firstOpened(network, 11).expanded]).toEqual(['vendor', 'large', 'tiny'])
  expect([...firstOpened(network, 12).expanded]).toEqual(['vendor', 'large', 'tiny', 'l1', 'l2', 't1'])
  expect(new Set(rows(12).map(({ y }) => y)).size).toBe(12)
})

test('of many branches only those with the highest sales are drawn, until the reader asks for all', () => {
  const wide = tree([
    account('vendor', null),
    ...Array.from({ length: 40 }, (_, n) => account(`d${n}`, 'vendor', { sellOutOfBranch: 40 - n })),
    ...Array.from({ length: 40 }, (_, n) => account(`r${n}`, `d${n}`)),
  ])
  const first = layoutOf(wide, firstOpened(wide, 20), 40)
  expect(ids(at('vendor', first).children)).toEqual([...Array.from({ length: 10 }, (_, n) => `d${n}`), 'vendor+'])
  expect(at('vendor+', first).rest).toHaveLength(30)
  expect(layoutOf(wide, allOpened(wide), 40).placed).toHaveLength(81)
  const found = layoutOf(wide, opened(closed(wide), findNode(wide, 'r35') as MapNode), 40)
  expect(found.byId.has('r35')).toBe(true)
})

test('columns fill the available width', () => {
  const wider = layoutOf(root, allOpened(root), 500, false, 400)
  expect([at('north', wider).x, at('acme', wider).x, wider.width]).toEqual([400, 800, 1600])
})

test('the arrow keys move to the parent, the child, the siblings, and then to the next account in the column', () => {
  const go = (from: string, direction: Parameters<typeof neighbour>[2]) => neighbour(layout, at(from), direction)?.id
  expect(go('north', 'parent')).toBe('root')
  expect(go('north', 'child')).toBe('acme')
  expect(go('acme', 'next')).toBe('bergen')
  expect(go('bergen', 'next')).toBe('calabro')
  expect(go('bergen', 'previous')).toBe('acme')
  expect(go('calabro', 'next')).toBeUndefined()
  expect(go('root', 'parent')).toBeUndefined()
  expect(go('fjord', 'first')).toBe('root')
  expect(go('root', 'last')).toBe('calabro')
})

test('with five thousand expanded accounts, only those in view are drawn, and the lines that cross the view', () => {
  const many = [
    account('root', null),
    ...Array.from({ length: 40 }, (_, n) => account(`d${n}`, 'root')),
    ...Array.from({ length: 560 }, (_, n) => account(`r${n}`, `d${n % 40}`)),
    ...Array.from({ length: 4399 }, (_, n) => account(`b${n}`, `r${n % 560}`, { level: 60 })),
  ]
  const whole = tree(many)
  const drawn = layoutOf(whole, allOpened(whole), 1)
  expect(drawn.placed).toHaveLength(5000)
  const middle = drawn.height / 2
  const shown = within(drawn, middle, middle + 800)
  expect(shown.length).toBeLessThan(60)
  expect(ids(shown)).toContain('root')
  expect(shown.filter(({ y }) => y < middle).every((one) => one.expanded)).toBe(true)
  expect(within(drawn, drawn.height + 10, drawn.height + 500)).toEqual([])
})

const frame = { width: 800, height: 600 }

test('zooming keeps the point under the pointer, and has limits', () => {
  const view = { x: 10, y: 20, scale: 1 }
  const larger = zoomed(view, 1.5, { x: 110, y: 220 })
  expect(larger).toEqual({ scale: 1.5, x: -40, y: -80 })
  expect(zoomed(view, 100, { x: 0, y: 0 }).scale).toBe(2)
  expect(zoomed(view, 0.001, { x: 0, y: 0 }).scale).toBe(0.12)
})

test('the map cannot be moved out of its frame, and a selected account is moved into view', () => {
  const long = layoutOf(
    tree([...small, ...buyers(300, 'root')]),
    { expanded: new Set(['root']), whole: new Set(['root']) },
    500,
  )
  const first = fitted(long, frame)
  expect(first.scale).toBeGreaterThanOrEqual(leastScale)
  expect(held({ ...first, y: 5000 }, long, frame).y).toBeLessThan(100)
  const last = long.placed.at(-1) as Placed
  const there = held(revealed(first, last, frame), long, frame)
  const part = partOf(there, frame)
  expect(last.y).toBeGreaterThan(part.top)
  expect(last.y).toBeLessThan(part.bottom)
  const middle = centred(first, last, frame)
  expect(middle.y + last.y * middle.scale).toBe(300)
  // An account that is already in view does not move.
  expect(revealed(first, long.placed[0] as Placed, frame)).toEqual(first)
})

test('the URL contains period and filter in the shortest form', () => {
  const usual = mapFiltersOf({ view: 'map' }, '2026-11-21')
  expect(usual).toEqual({ period: 'lastTwelveMonths', from: '2025-11-22', to: '2026-11-21', onlyExpired: false })
  expect(mapSearchOf(usual)).toEqual({ view: 'map' })
  const custom = { view: 'map', period: 'custom', from: '2026-01-05', to: '2026-02-01', expired: 'yes' }
  expect(mapSearchOf(mapFiltersOf(custom, '2026-11-21'))).toEqual(custom)
  expect(mapFiltersOf({ period: 'nonsense', expired: 'no' }, '2026-11-21')).toEqual(usual)
  expect(mapFiltersOf({ period: 'allTime' }, '2026-11-21').from).toBeNull()
  expect(mapFiltersOf({ ...custom, to: '2026-01-32' }, '2026-11-21').to).toBe('2026-11-21')
  expect(mapFiltersOf({ ...custom, to: '2026-02-31' }, '2026-11-21').to).toBe('2026-11-21')
})
