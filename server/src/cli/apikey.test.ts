// @module-tag long
import { accounts } from '@trellis/contract/accounts'
import { expect, test } from 'vitest'
import { machineOf } from '../testing/keys.ts'
import { network } from '../testing/network.ts'
import { runPortal } from './run.ts'

const world = await network()
const { nordico, acme } = world

async function portal(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const env = { DATABASE_URL: world.adminUrl, DATA_DIR: world.dataDir, NODE_ENV: 'test' }
  const isDone = await runPortal(args, env, { stdout: stream('stdout'), stderr: stream('stderr') })
  return { isDone, ...said }
}

const create = (...more: string[]) => createFor({}, ...more)
const createFor = ({ account = 'ACME', by = nordico.email }, ...more: string[]) =>
  portal('apikey', 'create', '--tenant', 'verdant', '--account', account, '--by', by, '--name', 'ERP', ...more)
const reads = ['--permission', 'Accounts=r']
const ask = { body: { limit: 1 } }

test('an operator makes a key in the name of a user, lists it, and ends it by its beginning', async () => {
  const made = await create(...reads, '--permission', 'Orders=c-r', '--address', '127.0.0.0/8', '--json')
  expect(made).toMatchObject({ isDone: true, stderr: '' })
  const { id, key } = JSON.parse(made.stdout) as { id: string; key: string }
  const machine = machineOf(world, id, key)
  expect((await machine.call(accounts.search, ask)).status).toBe(200)

  const listed = await portal('apikey', 'list', '--tenant', 'verdant', '--json')
  expect(JSON.parse(listed.stdout).items).toEqual([
    expect.objectContaining({
      apiKeyId: id,
      accountId: acme.accountId,
      status: 'active',
      addresses: ['127.0.0.0/8'],
      permissions: [
        { module: 'Accounts', flags: 'r' },
        { module: 'Orders', flags: 'c-r' },
      ],
    }),
  ])
  const shown = await portal('apikey', 'list', '--tenant', 'verdant', '--account', 'ACME')
  expect(shown.stdout).toContain(`${key.slice(0, 12)}…${key.slice(-4)}  active`)
  for (const { stdout } of [listed, shown]) expect(stdout).not.toContain(key)

  const end = (prefix: string) => portal('apikey', 'end', '--tenant', 'verdant', prefix)
  expect(await end('trk_00000000')).toMatchObject({
    isDone: false,
    stderr: expect.stringContaining('There is no API key'),
  })
  expect(await end(key.slice(0, 12))).toMatchObject({ isDone: true, stderr: '' })
  await expect.poll(async () => (await machine.call(accounts.search, ask)).status).toBe(401)
})

test('for people the key is printed once, with the warning', async () => {
  const { stdout } = await create(...reads, '--expires', '2027-06-30')
  expect(stdout).toMatch(/^trk_[0-9a-z]{52}\n\nThis is the only time that the key is shown\./)
})

test.each([
  [['--permission', 'Accounts=x'], '--permission number 1: Not flags such as c-r-u'],
  [['--permission', 'Everything=r'], '--permission number 1: Must be one of'],
  [[...reads, '--address', '10.0.0.300'], '--address number 1: '],
  [[...reads, '--expires', '2027-02-30'], '--expires 2027-02-30 is not a day'],
  [[...reads, '--expires', '2099-01-01'], '--expires: A key lives 2 years at most.'],
  [['--permission', 'Audit=ra-r'], 'RQ403'],
])('a key with %j is refused', async (options, reason) => {
  const { isDone, stderr } = await create(...options)
  expect([isDone, stderr]).toEqual([false, expect.stringContaining(reason)])
})

test.each([
  [{ account: 'NOBODY' }, 'There is no account NOBODY'],
  [{ account: 'VERDANT' }, 'RQ404'],
  [{ by: 'nobody@nordico.example' }, 'There is no active user nobody@nordico.example'],
])('a key for %j is refused', async (whom, reason) => {
  const { isDone, stderr } = await createFor(whom, ...reads)
  expect([isDone, stderr]).toEqual([false, expect.stringContaining(reason)])
})
