import { flags, modules } from '@trellis/contract/permissions'
import { RoleDraft } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { heldOf, permissionsOf, ticked } from '../../app/permissions/held.ts'
import { effectOf } from './roleDraft.ts'

test('the flags of a role are shown by module and sent back unchanged, in one order and without empty modules', () => {
  const permissions = [
    { module: 'Orders', flags: 'c-r-u' },
    { module: 'Audit', flags: 'cu' },
  ] as const
  const held = heldOf([...permissions].reverse())
  expect(held).toMatchObject({ Orders: ['c', 'r', 'u'], Audit: ['cu'], Deals: [] })
  expect(permissionsOf(held)).toEqual(permissions)
})

test('ticking what writes also ticks reading, and clearing the last reading clears it', () => {
  expect(ticked([], 'u', true)).toEqual(['r', 'u'])
  expect(ticked(['ra'], 'd', true)).toEqual(['ra', 'd'])
  expect(ticked(['c', 'r', 'ra', 'd'], 'r', false)).toEqual(['c', 'ra', 'd'])
  expect(ticked(['c', 'cu', 'r', 'u', 'd'], 'r', false)).toEqual(['cu'])
  expect(ticked(['r', 'u'], 'u', false)).toEqual(['r'])
  expect(ticked([], 'cu', true)).toEqual(['cu'])
})

test('whatever is ticked in whatever order, the server accepts it', () => {
  let held = heldOf([])
  let seed = 1
  const next = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let step = 0; step < 2_000; step++) {
    const [module, flag] = [modules[next(modules.length)] ?? 'Orders', flags[next(flags.length)] ?? 'r']
    held = { ...held, [module]: ticked(held[module], flag, next(2) === 0) }
    expect(RoleDraft.safeParse({ name: 'Role', permissions: permissionsOf(held) }).error).toBeUndefined()
  }
})

test('the effect names what is gained and lost, and leaves out the flag that allows nothing', () => {
  const before = heldOf([
    { module: 'Orders', flags: 'c-cu-r' },
    { module: 'Deals', flags: 'r' },
  ])
  const after = heldOf([
    { module: 'Orders', flags: 'r-ra' },
    { module: 'Deals', flags: 'cu-r' },
  ])
  expect(effectOf(before, after)).toEqual({
    gained: [{ module: 'Orders', flags: ['ra'] }],
    lost: [{ module: 'Orders', flags: ['c'] }],
  })
  expect(effectOf(after, after)).toEqual({ gained: [], lost: [] })
})
