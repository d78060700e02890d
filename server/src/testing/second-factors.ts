import { spawnSync } from 'node:child_process'
import { identity } from '@trellis/contract/identity'
import { type ProviderType, providerTypes, secondFactors } from '@trellis/contract/second-factors'
import { HOTP, Secret } from 'otpauth'
import { sql } from '../platform/database/sql.ts'
import type { Tx } from '../platform/database/tx.ts'
import { hashOf, newToken, openSecrets, unseal } from '../platform/secrets.ts'
import { type Person, password, type World } from './network.ts'

/** Whether the real program is installed; some machines do not have it. */
export const hasOathtool = spawnSync('oathtool', ['--version']).status === 0

/** The code of an authenticator at a moment: by the real `oathtool` if installed, else by the library. */
export function codeAt(secret: string, instant: string): string {
  if (!hasOathtool) return HOTP.generate({ secret: Secret.fromBase32(secret), counter: stepAt(instant) })
  const now = `${instant.slice(0, 19).replace('T', ' ')} UTC`
  const { stdout, status } = spawnSync('oathtool', ['--totp', '--base32', '--now', now, secret], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`oathtool does not know the moment ${now}`)
  return stdout.trim()
}

export const stepAt = (instant: string) => Math.floor(Date.parse(instant) / 30_000)

/** The instant this many seconds later. */
export const after = (instant: string, seconds: number) => new Date(Date.parse(instant) + seconds * 1000).toISOString()

export const secretOf = (link: string) => new URL(link).searchParams.get('secret') ?? ''

/** A code that is certainly wrong. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** The answer of a refused sign-in. */
export const refusedWith = (code: string, status = 401) => ({ status, body: { code } })

type Signed = { status: number; body: { code?: string; info?: { mfaToken: string } | null; token?: string } }

export function authentication(world: World) {
  const mailKey = openSecrets({ secretKey: undefined, dataDir: world.dataDir })('mail')
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

  const signIn = (email: string, more: Record<string, unknown> = {}) =>
    world.anonymous(identity.signIn, { body: { grantType: 'password', email, password, ...more } }) as Promise<Signed>

  /** The mails to an address, oldest first. */
  async function mailsTo(email: string): Promise<{ kind: string; values: Record<string, unknown> }[]> {
    const rows = await world.db.read(context).rows<{ kind: string; content_sealed: Buffer }>(sql`
      select kind, content_sealed from mails
      where tenant_id = ${world.tenantId} and recipient = ${email} order by mail_id`)
    return rows.map((row) => ({ kind: row.kind, values: JSON.parse(unseal(mailKey, row.content_sealed)) }))
  }

  /** The code in the newest mail that has one. */
  async function mailedCode(email: string): Promise<string> {
    const letters = (await mailsTo(email)).filter(({ kind }) => kind === 'mfa_code')
    return String(letters.at(-1)?.values.code)
  }

  async function setupLink(person: Person): Promise<string> {
    const offered = await person.call(secondFactors.available)
    return offered.find(({ providerType }) => providerType === providerTypes.authenticator)?.providerSetup ?? ''
  }

  /** Resets the throttles, for tests of what comes after them. */
  const forgetTries = () => world.db.shared.run(sql`delete from throttles where key like 'mfa-%'`)

  return {
    signIn,
    mailsTo,
    setupLink,
    forgetTries,

    /** Ends the current wait of a throttle. */
    waitOver: () =>
      world.db.shared.run(sql`update throttles set blocked_until = now() - interval '1 second' where key like 'mfa-%'`),

    /** Removes all second factors and counters. */
    async clear(): Promise<void> {
      await forgetTries()
      await world.db.write(context, async (tx) => {
        for (const table of ['second_factors', 'passkeys', 'backup_codes', 'one_time_tokens']) {
          await tx.run(sql`delete from ${sql.ref(table)} where tenant_id = ${world.tenantId}`)
        }
      })
    },

    /**
     * The rows that signing in may change; without counters and audit log, those that a refused call must not change.
     */
    async everything({ counters = false, log = false } = {}): Promise<unknown[]> {
      const tables = [
        'second_factors',
        'passkeys',
        'backup_codes',
        'one_time_tokens',
        'sessions',
        'refresh_tokens',
        'users',
        'mails',
      ]
      const rows = await Promise.all(
        [...tables, ...(log ? ['audit_log'] : [])].map((table) =>
          world.db.read(context).rows(sql`
            select to_jsonb(t) ${counters ? sql`` : sql`- 'tries'`} as row from ${sql.ref(table)} t
            where tenant_id = ${world.tenantId} order by 1`),
        ),
      )
      return rows
    },

    mailedCode,

    /** The token of a sign-in that waits for its second factor. */
    async challenged(email: string): Promise<string> {
      const { status, body } = await signIn(email)
      if (status !== 403 || body.code !== 'A403')
        throw new Error(`${email} was not asked for a second factor: ${JSON.stringify(body)}`)
      return body.info?.mfaToken ?? ''
    },

    sendCode: (mfaToken: string, providerType = 1) =>
      world.anonymous(secondFactors.sendChallengeCode, { body: { mfaToken, providerType } }),

    /** The second step without e-mail and password: the token proves that the first step succeeded. */
    withToken: (mfaToken: string, mfaCode: string) =>
      world.anonymous(identity.signIn, { body: { grantType: 'password', mfaToken, mfaCode } }),

    /** This many new tokens, each stored by `insert` in one transaction at a moment. */
    async manyTokens(count: number, instant: string, insert: (tx: Tx, hash: Buffer) => Promise<unknown>) {
      const tokens = Array.from({ length: count }, newToken)
      await world.db.write({ ...context, clock: instant }, async (tx) => {
        for (const token of tokens) await insert(tx, hashOf(token))
      })
      return tokens
    },

    /** The second step: token and code, with e-mail and password again as the web app sends them. */
    signInWith: (email: string, mfaToken: string, mfaCode: string) => signIn(email, { mfaToken, mfaCode }),

    /** Enables an authenticator at a moment; returns its secret. */
    async enableAuthenticator(person: Person, instant: string): Promise<string> {
      const providerSetup = await setupLink(person)
      const secret = secretOf(providerSetup)
      const { mfaToken } = await person.call(secondFactors.requestSetup, {
        body: { providerType: providerTypes.authenticator, providerSetup, name: 'Authenticator app' },
      })
      await person.call(secondFactors.verifySetup, { body: { mfaToken, authCode: codeAt(secret, instant) } })
      await person.call(secondFactors.confirmSetup, { body: { mfaToken } })
      return secret
    },

    async enableEmail(person: Person): Promise<void> {
      const { mfaToken } = await person.call(secondFactors.requestSetup, {
        body: { providerType: providerTypes.email, name: 'Email' },
      })
      const authCode = await mailedCode(person.email)
      await person.call(secondFactors.verifySetup, { body: { mfaToken, authCode } })
      await person.call(secondFactors.confirmSetup, { body: { mfaToken } })
    },

    disable: (person: Person, providerType: ProviderType) =>
      person.call(secondFactors.disable, { query: { providerType: `${providerType}` } }),
  }
}
