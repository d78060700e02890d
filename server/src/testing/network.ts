import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Problem } from '@trellis/contract/codes'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { pathOf } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { stock } from '@trellis/contract/stock'
import pino from 'pino'
import { afterAll } from 'vitest'
import { type App, type AppOptions, openApp } from '../app.ts'
import type { DevMail } from '../modules/mail/index.ts'
import { type PrimaryAddress, readConfig } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { openInstallation } from '../platform/database/open-primaries.ts'
import { prepareFurther } from '../platform/installation.ts'
import { openSecrets } from '../platform/secrets.ts'
import { companiesOf, type People, type Product, password } from './companies.ts'
import { type SettledDatabase, settledDatabase, testSecretKey } from './database.ts'

export { type Product, password } from './companies.ts'

type Headers = Record<string, string>
type Options = { headers?: Headers }

/** A user who signs in at the first call and then calls as the web app does. */
export interface Person {
  tenantCode: string
  email: string
  userId: string
  accountId: string
  call<E extends Endpoint>(endpoint: E, request?: RequestOf<E> & Options): Promise<AnswerOf<E>>
  /** The problem of a call that must fail; throws when it succeeds. */
  refused<E extends Endpoint>(endpoint: E, request?: RequestOf<E> & Options): Promise<Problem>
  /** Status and body of a call, also for bodies that the types do not allow. */
  raw(endpoint: Endpoint, request?: Raw): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>
  token(): Promise<string>
  /** Pieces of a product that the user's account has on hand. */
  stockOf(sku: string): Promise<number>
}

export interface Raw {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: Headers
}

export interface World extends People<Person> {
  products: Record<string, Product>
  /** What it was made from, for a second installation with the same people. */
  settled: SettledDatabase['settled']
  app: App
  db: Database
  /** Connects as the product does, for a worker. */
  databaseUrl: string
  /** Connects as the superuser, to read raw rows. */
  adminUrl: string
  tenantCode: string
  tenantId: string
  dataDir: string
  /** The TXT records that this world's DNS answers, by name. */
  dns: Map<string, string>
  /** Sets the business clock until the next call; null restores the database's clock. */
  at(instant: string | null): void
  /** The mails as their readers get them, newest first: to one address, or all. Needs no worker. */
  mails(to?: string): Promise<DevMail[]>
  /** Somebody of another tenant, with the password of all. */
  somebody(tenantCode: string, email: string): Person
  /** Calls without a bearer token. */
  anonymous(endpoint: Endpoint, request?: Raw): ReturnType<Person['raw']>
}

/**
 * A small network of companies in a database of its own, dropped at the end of the test file: Verdant (the vendor) ›
 * Nordico (distributor) › Acme, Bergen (gold resellers) › Fjord (Acme's buyer); Verdant › Sudvia (distributor) ›
 * Calabro (silver reseller). `canary` is the vendor of another tenant.
 */
export async function network({
  database: given,
  webhookHosts,
  secretKey = testSecretKey,
  further = [],
  ...options
}: Pick<AppOptions, 'exportPace' | 'outward'> & {
  database?: SettledDatabase
  /** Another than that of every test, for a second installation. */
  secretKey?: string
  webhookHosts?: string[]
  /** Primaries besides that of the network (decision 179). */
  further?: PrimaryAddress[]
} = {}): Promise<World> {
  const { settled, ...database } = given ?? (await settledDatabase())
  const dataDir = mkdtempSync(join(tmpdir(), 'trellis-test-'))
  // As a first start leaves it: tests and processes that name no key read it here.
  writeFileSync(join(dataDir, 'secret-key'), secretKey, { mode: 0o600 })
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMIT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    WEBHOOK_HOSTS: webhookHosts?.join(','),
    ...(further.length > 0 && { DEFAULT_TENANT: settled.tenantCode }),
  })
  const secrets = openSecrets(config)
  const installation = await openInstallation({
    ...{ config: { databasePrimaries: further }, url: database.url, directUrl: database.url, secrets },
    ...{ size: 6, patience: 120_000, pause: 100, say: () => undefined },
    prepare: (url) => prepareFurther(database.url, url, secrets, config),
  })
  const { db } = installation
  let clock: string | null = null
  const dns = new Map<string, string>()
  const app = await openApp({
    config,
    db,
    directUrl: database.url,
    installation,
    secrets,
    logger: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    clock: () => clock ?? '',
    resolveTxt: async (name) => {
      const text = dns.get(name)
      if (text === undefined) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' })
      // A long text is answered in parts.
      return [['unrelated'], [text.slice(0, 10), text.slice(10)]]
    },
    ...options,
  })
  afterAll(async () => {
    await app.close()
    await db.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (tenantCode: string, token: string | null, endpoint: Endpoint, request: Raw = {}) => {
    const response = await app.http.inject({
      method: endpoint.method,
      url: `/api/v1${pathOf(endpoint, request.params, request.query)}`,
      headers: {
        ...(endpoint.tenant && { 'x-tenant-code': tenantCode, 'x-label': 'Trellis', 'x-product': 'portal' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(request.body !== undefined && {
          'content-type': Buffer.isBuffer(request.body) ? 'application/octet-stream' : 'application/json',
        }),
        ...request.headers,
      },
      ...(request.body !== undefined && {
        payload: Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body),
      }),
    })
    // Checked in every test: no answer may contain anything of the other tenant (threats T11).
    if (tenantCode !== 'canary' && /canary/i.test(response.payload))
      throw new Error(`${endpoint.path} leaks: ${response.payload}`)
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    const body = (isJson ? JSON.parse(response.payload) : response.payload) as unknown
    // Also in every test: who is refused learns what is missing (wire: RQ403).
    const { code, info } = (body ?? {}) as { code?: unknown; info?: unknown }
    if (code === 'RQ403' && !info) throw new Error(`${endpoint.method} ${endpoint.path} refuses without a reason`)
    return {
      status: response.statusCode,
      body,
      headers: response.headers as Record<string, unknown>,
    }
  }

  const person = (tenantCode: string, of: { email: string; userId: string; accountId: string }): Person => {
    let signingIn: Promise<string> | undefined
    const signIn = async () => {
      const body = { grantType: 'password', email: of.email, password, deviceUniqueId: `device of ${of.email}` }
      const { status, body: pair } = await send(tenantCode, null, identity.signIn, { body })
      if (status !== 200) throw new Error(`${of.email} cannot sign in: ${JSON.stringify(pair)}`)
      return (pair as { token: string }).token
    }
    const token = () => {
      signingIn ??= signIn()
      return signingIn
    }
    const raw = async (endpoint: Endpoint, request: Raw = {}) => send(tenantCode, await token(), endpoint, request)
    const self: Person = {
      ...of,
      tenantCode,
      token,
      raw,
      async call(endpoint, request) {
        const { status, body } = await raw(endpoint, request as Raw)
        if (status >= 400) throw new Error(`${endpoint.method} ${endpoint.path} was refused: ${JSON.stringify(body)}`)
        return body as AnswerOf<typeof endpoint>
      },
      async refused(endpoint, request) {
        const { status, body } = await raw(endpoint, request as Raw)
        if (status < 400)
          throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${JSON.stringify(body)}`)
        return body as Problem
      },
      async stockOf(sku) {
        const rows = await self.call(stock.ofAccount, { params: { accountId: of.accountId } })
        return rows.find((row) => row.sku === sku)?.quantity ?? 0
      },
    }
    return self
  }

  return {
    ...companiesOf(settled, person),
    products: settled.products,
    settled,
    app,
    db,
    databaseUrl: database.url,
    adminUrl: database.adminUrl,
    tenantCode: settled.tenantCode,
    tenantId: settled.tenantId,
    dataDir,
    dns,
    at: (instant) => {
      clock = instant
    },
    async mails(to) {
      const query = new URLSearchParams({ format: 'json', ...(to !== undefined && { to }) })
      const { payload } = await app.http.inject({ url: `/dev/mail?${query}` })
      return (JSON.parse(payload) as { items: DevMail[] }).items
    },
    somebody: (tenantCode, email) => person(tenantCode, { email, userId: '', accountId: '' }),
    anonymous: (endpoint, request) => send(settled.tenantCode, null, endpoint, request),
  }
}
