import { identity, passwords } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { network, password } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { resetRequestTask } from './passwords/reset-password.ts'

const world = await network()
const { nordico, anonymous } = world

const sweep = () => runJob(world, 'identity:sweep')
const count = async (from: string) =>
  (await raw<{ count: number }>(world, `select count(*)::int from ${from}`))[0]?.count
const signIn = async () =>
  (await anonymous(identity.signIn, { body: { grantType: 'password', email: nordico.email, password } })).body as {
    refreshToken: string
  }
const refresh = (refreshToken: string) => anonymous(identity.refresh, { body: { refreshToken } })

test('sessions that ended or expired long ago are deleted with their tokens; active sessions are kept, however old they are', async () => {
  const living = await signIn()
  await signIn()
  await raw(
    world,
    `update sessions set ended_at = now() - interval '91 days' where session_id = (select max(session_id::text)::uuid from sessions)`,
  )
  await signIn()
  await raw(
    world,
    `update sessions set expires_at = now() - interval '91 days' where session_id = (select max(session_id::text)::uuid from sessions)`,
  )
  await signIn()
  await raw(
    world,
    `update sessions set ended_at = now() - interval '2 days' where session_id = (select max(session_id::text)::uuid from sessions)`,
  )
  await raw(world, `update sessions set created_at = now() - interval '89 days'`)
  await sweep()
  expect(await count('sessions')).toBe(2)
  expect(await count('refresh_tokens')).toBe(2)
  expect((await refresh(living.refreshToken)).status).toBe(200)
})

test('a token exchanged longer ago than the lifetime of a refresh token is deleted, and is still refused', async () => {
  const first = await signIn()
  const second = (await refresh(first.refreshToken)).body as { refreshToken: string }
  await raw(world, `update refresh_tokens set rotated_at = rotated_at - interval '31 days'`)
  await sweep()
  expect(await count('refresh_tokens where rotated_at is not null')).toBe(0)
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await refresh(second.refreshToken)).status).toBe(200)
})

test('one-time tokens are deleted a day after they expired', async () => {
  for (const email of [nordico.email, world.acme.email]) await anonymous(passwords.requestReset, { body: { email } })
  await runQueued(world, resetRequestTask)
  await raw(world, `update one_time_tokens set expires_at = now() - interval '25 hours' where user_id = $1`, [
    nordico.userId,
  ])
  await sweep()
  expect(await count('one_time_tokens')).toBe(1)
})
