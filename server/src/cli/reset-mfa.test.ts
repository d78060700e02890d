import { identity } from '@trellis/contract/identity'
import { secondFactors } from '@trellis/contract/second-factors'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { network } from '../testing/network.ts'
import { authentication } from '../testing/second-factors.ts'
import { runPortal } from './run.ts'

const world = await network()
const { nordico, bergen, anonymous, tenantId, db } = world
const auth = authentication(world)

/** Runs the command as typed by the operator, beside the running portal. */
async function portal(...args: string[]): Promise<{ done: boolean; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const env = { DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir, NODE_ENV: 'test' }
  const done = await runPortal(args, env, { stdout: stream('stdout'), stderr: stream('stderr') })
  return { done, ...said }
}
const reset = (email: string, tenant = 'verdant') => portal('user', 'reset-mfa', '--tenant', tenant, '--email', email)

test('an operator resets the second factors of a user, who then signs in with the password alone and loses all sessions', async () => {
  await auth.enableEmail(nordico)
  await auth.enableAuthenticator(nordico, new Date().toISOString())
  await auth.enableEmail(bergen)
  const waiting = await auth.challenged(nordico.email)
  const mailsBefore = (await auth.mailsTo(nordico.email)).length

  expect(await reset(nordico.email)).toMatchObject({ done: true, stderr: '' })

  const headers = { authorization: `Bearer ${await nordico.token()}` }
  await expect.poll(async () => (await anonymous(identity.me, { headers })).status).toBe(401)
  expect((await anonymous(secondFactors.challenge, { body: { mfaToken: waiting } })).status).toBe(401)
  const { status, body } = await auth.signIn(nordico.email)
  expect(status).toBe(200)
  const again = { headers: { authorization: `Bearer ${body.token}` } }
  expect((await anonymous(secondFactors.own, again)).body).toEqual([])
  expect((await anonymous(secondFactors.backupCodes, again)).body).toEqual([])
  const kinds = (await auth.mailsTo(nordico.email)).slice(mailsBefore).map(({ kind }) => kind)
  expect(kinds).toEqual(['mfa_disabled', 'mfa_disabled'])
  const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  const log = await db.read(context).rows<{ before: unknown }>(sql`
    select before from audit_log
    where tenant_id = ${tenantId} and entity_id = ${nordico.userId} and action = 'mfa.disabled' order by audit_id`)
  expect(log).toEqual([{ before: { providerType: 1 } }, { before: { providerType: 3 } }])
  expect(await bergen.call(secondFactors.own)).toHaveLength(1)
})

test('a reset is refused for a user without a factor, an unknown one, and one of another tenant', async () => {
  expect(await reset('anna@acme.example')).toMatchObject({
    done: false,
    stderr: 'anna@acme.example has no second factor.\n',
  })
  expect(await reset('nobody@nowhere.example')).toMatchObject({
    done: false,
    stderr: 'There is no user nobody@nowhere.example in verdant.\n',
  })
  expect((await reset(bergen.email, 'canary')).done).toBe(false)
  expect(await bergen.call(secondFactors.own)).toHaveLength(1)
})
