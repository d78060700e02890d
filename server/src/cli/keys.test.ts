// @module-tag long
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { secondFactors } from '@trellis/contract/second-factors'
import { webhooks } from '@trellis/contract/webhooks'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openSecrets, unsealOrNull } from '../platform/secrets.ts'
import { openBrowser } from '../testing/browser.ts'
import { licensing } from '../testing/licensing.ts'
import { network } from '../testing/network.ts'
import { after, authentication, codeAt } from '../testing/second-factors.ts'
import { raw } from '../testing/selling.ts'
import { runPortal } from './run.ts'

const world = await network({ webhookHosts: ['127.0.0.1:9'] })
const { nordico, bergen } = world
const auth = authentication(world)
const oldKey = readFileSync(join(world.dataDir, 'secret-key'), 'utf8')
const newKey = 'a new key that is long enough for anybody'

async function portal(args: string, env: NodeJS.ProcessEnv = {}) {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const configured = { DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, NODE_ENV: 'test', ...env }
  const done = await runPortal(args.split(' '), configured, { stdout: stream('stdout'), stderr: stream('stderr') })
  return { done, ...said }
}

test('an operator adds a signing key, and sees which one signs', async () => {
  const before = JSON.parse((await portal('keys list --json')).stdout).keys
  expect(before).toHaveLength(1)
  const { kid } = JSON.parse((await portal('keys rotate --json')).stdout)
  const keys = JSON.parse((await portal('keys list --json')).stdout).keys
  expect(keys.map((key: { kid: string }) => key.kid)).toEqual([before[0].kid, kid])
  expect((await portal('keys list')).stdout).toMatch(new RegExp(`^${before[0].kid} .* signs\n${kid} .* verifies\n$`))
})

test('a command with another SECRET_KEY is refused before it seals anything', async () => {
  expect(await portal('tenant list', { SECRET_KEY: newKey })).toEqual({
    done: false,
    stdout: '',
    stderr: expect.stringMatching(/^SECRET_KEY is not the key that this database was set up with/),
  })
})

test('after SECRET_KEY is changed by command, second factors, backup codes, mails and signing keys still work', async () => {
  await licensing(world).give(nordico, 'EDGE-1Y', 1)
  const productId = world.products['EDGE-1Y']?.productId ?? ''
  await nordico.call(licenses.create, {
    body: { items: [{ productId, qt: 1 }], parentAccountId: nordico.accountId },
  })
  const now = new Date().toISOString()
  const secret = await auth.enableAuthenticator(nordico, now)
  const [backupCode] = await nordico.call(secondFactors.backupCodes)
  await auth.enableEmail(bergen)
  const { secret: webhookSecret } = await nordico.call(webhooks.create, {
    body: { url: 'http://127.0.0.1:9/', parentAccountId: nordico.accountId },
  })
  const { body } = await world.anonymous(devices.keys)
  const env = { SECRET_KEY: newKey, OLD_SECRET_KEY: oldKey }

  expect(await portal('keys reseal', { SECRET_KEY: newKey })).toMatchObject({
    done: false,
    stderr: 'OLD_SECRET_KEY is missing: the key in use until now.\n',
  })
  const wrong = { ...env, OLD_SECRET_KEY: 'neither of them, and long enough too' }
  expect(await portal('keys reseal', wrong)).toMatchObject({
    done: false,
    stderr: 'This database was sealed neither with OLD_SECRET_KEY nor with SECRET_KEY.\n',
  })
  expect(await portal('keys reseal', env)).toMatchObject({
    done: false,
    stderr: 'Stop the servers first: 1 run with the old key.\n',
  })
  await world.app.close()
  await expect.poll(() => portal('keys reseal', env)).toMatchObject({ done: true, stderr: '' })
  expect((await portal('keys reseal', env)).stdout).toContain('already')
  expect(await portal('check', env)).toMatchObject({ done: true, stderr: '' })
  expect((await portal('tenant list')).stderr).toContain('is not the key that this database was set up with')

  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0', SECRET_KEY: newKey })
  const later = after(now, 120)
  const secrets = openSecrets(config)
  // Connections opened from now on have another password, so the former pool serves no longer than its open ones last.
  const db = await openDatabase(world.databaseUrl, { secrets })
  const app = await openApp({
    config,
    db,
    directUrl: world.databaseUrl,
    secrets,
    logger: pino({ level: 'silent' }),
    clock: () => later,
  })
  afterAll(async () => {
    await app.close()
    await db.close()
  })
  const browser = openBrowser({ ...world, app })
  expect((await browser.send(devices.keys)).body).toEqual(body)
  const first = await browser.signIn(nordico.email)
  const { mfaToken } = (first.body as { info: { mfaToken: string } }).info
  const second = await browser.signIn(nordico.email, { mfaToken, mfaCode: codeAt(secret, later) })
  expect(second.status).toBe(200)
  const codes = (await browser.as(second.token, secondFactors.backupCodes)).body
  expect(codes).toContainEqual(backupCode)
  expect((await browser.as(second.token, identity.me)).status).toBe(200)
  const mails = await raw<{ sealed: Buffer }>(world, 'select content_sealed as sealed from mails')
  expect(mails.length).toBeGreaterThan(0)
  for (const { sealed } of mails) expect(unsealOrNull(openSecrets(config)('mail'), sealed)).not.toBeNull()

  const [webhook] = await raw<{ sealed: Buffer }>(world, 'select secret_sealed as sealed from webhooks')
  expect(webhook && unsealOrNull(openSecrets(config)('webhook secret'), webhook.sealed)).toBe(webhookSecret)

  const third = (await browser.signIn(nordico.email)).body as { info: { mfaToken: string } }
  const byBackupCode = { mfaToken: third.info.mfaToken, mfaCode: backupCode?.backupCode }
  expect((await browser.signIn(nordico.email, byBackupCode)).status).toBe(200)
})
