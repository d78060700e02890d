import { audit } from '@trellis/contract/audit'
import type { Problem } from '@trellis/contract/codes'
import { settings } from '@trellis/contract/settings'
import { type SecondFactorRule, signInSettings } from '@trellis/contract/sign-in-settings'
import { beforeEach, expect, test } from 'vitest'
import { keysOf } from '../../testing/keys.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

/* Covers: server/src/modules/settings/sign-in.ts, server/src/modules/people/second-factors/without.ts */

const world = await network()
const { vendor, manager, nordico, acme, canary } = world

const thatDay = '2026-11-20T12:00:00.000Z'
beforeEach(() => world.at(thatDay))

const nobody: SecondFactorRule = { requiredFor: 'nobody', roleIds: [], from: null, graceDays: 14 }
const everybody = (more: Partial<SecondFactorRule> = {}): SecondFactorRule => ({
  requiredFor: 'everybody',
  roleIds: [],
  from: '2026-12-01',
  graceDays: 7,
  ...more,
})
const read = () => vendor.call(signInSettings.read)
const change = (secondFactors: unknown, headers = {}) =>
  vendor.raw(signInSettings.change, { body: { secondFactors } as never, headers })
const issuesOf = ({ body }: { body: unknown }) =>
  ((body as Problem).info as { issues: { path: string; code: string }[] }).issues.map(({ path, code }) => [path, code])

test('in a new tenant nobody has to have a second factor, and the settings say how many have none', async () => {
  const [people] = await raw<{ active: number }>(
    world,
    `select count(*)::int as active from users where status = 'user_active' and deleted_at is null and tenant_id = $1`,
    [world.tenantId],
  )
  const { secondFactors } = await read()
  expect(secondFactors).toEqual({
    ...nobody,
    enforcedFrom: null,
    peopleWithout: people?.active,
    requiredWithout: 0,
  })
  expect(people?.active).toBeGreaterThan(5)
})

test('a rule names everybody or roles, a first day and days of grace; who has a factor is not counted', async () => {
  const before = (await read()).secondFactors.peopleWithout
  await raw(
    world,
    `insert into second_factors (tenant_id, user_id, provider_type) select tenant_id, user_id, 1 from users where email = $1`,
    ['finn@fjord.example'],
  )
  await raw(world, `update users set status = 'user_suspended' where email = 'bo@bergen.example'`)
  const saved = await vendor.call(signInSettings.change, { body: { secondFactors: everybody() } })
  expect(saved.secondFactors).toEqual({
    ...everybody(),
    enforcedFrom: '2026-12-08',
    peopleWithout: before - 2,
    requiredWithout: before - 2,
  })
  expect(await read()).toEqual(saved)

  const roles = await vendor.call(settings.roles)
  const superAdmin = roles.find(({ purpose }) => purpose === 'super_admin')
  const rule = everybody({ requiredFor: 'roles', roleIds: [superAdmin?.roleId ?? 0] })
  const { secondFactors } = await vendor.call(signInSettings.change, { body: { secondFactors: rule } })
  expect(secondFactors.requiredWithout).toBe(superAdmin?.users)
  await vendor.call(signInSettings.change, { body: { secondFactors: nobody } })
})

test('what GET answered can be written as it is, and what is absent stays', async () => {
  await vendor.call(signInSettings.change, { body: { secondFactors: everybody() } })
  const answered = await read()
  expect((await vendor.raw(signInSettings.change, { body: answered as never })).status).toBe(200)
  expect(await vendor.call(signInSettings.change, { body: {} })).toEqual(answered)
  expect(await read()).toEqual(answered)
})

test('an unknown role, no role, a day that is past and a negative grace are refused at their fields, and nothing changes', async () => {
  const before = await read()
  const cases: [unknown, [string, string][]][] = [
    [
      everybody({ requiredFor: 'roles', roleIds: [1, 4711], from: '2020-01-01' }),
      [
        ['secondFactors.roleIds.1', 'unknown'],
        ['secondFactors.from', 'past'],
      ],
    ],
    [everybody({ requiredFor: 'roles' }), [['secondFactors.roleIds', 'required']]],
    [everybody({ from: null }), [['secondFactors.from', 'required']]],
    [everybody({ from: '2026-02-30' }), [['secondFactors.from', 'invalid_format']]],
    [everybody({ graceDays: -1 }), [['secondFactors.graceDays', 'too_small']]],
    [everybody({ graceDays: 91 }), [['secondFactors.graceDays', 'too_big']]],
    [everybody({ requiredFor: 'roles', roleIds: [1, 1] }), [['secondFactors.roleIds', 'twice']]],
    [{ ...everybody(), requiredFor: 'partners' }, [['secondFactors.requiredFor', 'invalid_value']]],
  ]
  for (const [body, issues] of cases) {
    const refused = await change(body)
    expect([refused.status, issuesOf(refused)]).toEqual([422, issues])
  }
  expect(await read()).toEqual(before)
})

test('today is not past, in the time zone of the tenant', async () => {
  const zones = { 'Pacific/Auckland': '2027-01-01', 'America/Los_Angeles': '2026-12-31' }
  await vendor.call(signInSettings.change, { body: { secondFactors: nobody } })
  world.at('2026-12-31T23:30:00.000Z')
  for (const [timeZone, today] of Object.entries(zones)) {
    await vendor.call(settings.change, { body: { timeZone } })
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    await vendor.call(signInSettings.change, { body: { secondFactors: nobody } })
    expect([timeZone, issuesOf(await change(everybody({ from: yesterday })))]).toEqual([
      timeZone,
      [['secondFactors.from', 'past']],
    ])
    expect((await change(everybody({ from: today, graceDays: 60 }))).status).toBe(200)
  }
  // A rule whose day has passed since can be changed and keeps its day.
  world.at('2027-02-01T12:00:00.000Z')
  expect((await change(everybody({ from: '2026-12-31', graceDays: 61 }))).status).toBe(200)
})

test('only super admins of the root account read and change it, and an API key never does', async () => {
  const body = { secondFactors: nobody }
  const { call } = await keysOf(world)(vendor)
  const others = [
    [manager, 'level'],
    [nordico, 'side'],
    [acme, 'side'],
  ] as const
  for (const [person, reason] of others) {
    expect(await person.refused(signInSettings.read)).toMatchObject({ code: 'RQ403', info: { reason } })
    expect(await person.refused(signInSettings.change, { body })).toMatchObject({ code: 'RQ403', info: { reason } })
  }
  expect((await call(signInSettings.read)).status).toBe(403)
  expect((await call(signInSettings.change, { body })).status).toBe(403)
})

test('another tenant has a rule and counts of its own', async () => {
  await vendor.call(signInSettings.change, { body: { secondFactors: everybody() } })
  const { secondFactors } = await canary.call(signInSettings.read)
  expect(secondFactors).toMatchObject({ ...nobody, enforcedFrom: null, requiredWithout: 0 })
  expect(secondFactors.peopleWithout).toBeLessThan((await read()).secondFactors.peopleWithout)
})

test('a change is in the audit log with what it replaced; the same rule again is none', async () => {
  await vendor.call(signInSettings.change, { body: { secondFactors: nobody } })
  await vendor.call(signInSettings.change, { body: { secondFactors: everybody({ roleIds: [1] }) } })
  await vendor.call(signInSettings.change, { body: { secondFactors: everybody({ roleIds: [2] }) } })
  const { items } = await vendor.call(audit.history, { params: { entity: 'sign_in', entityId: 'sign_in' } })
  expect(items[0]).toMatchObject({ action: 'sign_in.changed', before: nobody, after: everybody() })
  expect(items[0]?.actor?.name).toBeTruthy()
  expect(items.filter(({ after }) => JSON.stringify(after) === JSON.stringify(items[0]?.after)).length).toBeGreaterThan(
    0,
  )
  expect(items[1]?.after).toEqual(nobody)
})

test('a role that is deleted leaves the rule, and with the last one the rule ends', async () => {
  const draft = (name: string) => ({ body: { name, permissions: [{ module: 'Orders' as const, flags: 'r' }] } })
  const [one, two] = [
    await vendor.call(settings.createRole, draft('One')),
    await vendor.call(settings.createRole, draft('Two')),
  ]
  const rule = everybody({ requiredFor: 'roles', roleIds: [one.id, two.id] })
  await vendor.call(signInSettings.change, { body: { secondFactors: rule } })
  await vendor.call(settings.removeRole, { params: { roleId: one.id } })
  expect((await read()).secondFactors).toMatchObject({ requiredFor: 'roles', roleIds: [two.id] })
  await vendor.call(settings.removeRole, { params: { roleId: two.id } })
  expect((await read()).secondFactors).toMatchObject({ requiredFor: 'nobody', roleIds: [], from: null })
  const { items } = await vendor.call(audit.history, { params: { entity: 'sign_in', entityId: 'sign_in' } })
  expect(items[0]).toMatchObject({ before: { roleIds: [two.id] }, after: { requiredFor: 'nobody', roleIds: [] } })
})
