import type { Connection, ConnectionDraft } from '@trellis/contract/directories'
import { directories, directorySignIn } from '@trellis/contract/directories'
import type { JWTPayload } from 'jose'
import { afterAll } from 'vitest'
import { type Answered, openBrowser } from './browser.ts'
import { roleIds } from './inviting.ts'
import { clientId, clientSecret, openIssuer, type Returned } from './issuer.ts'
import { network, type Person, type World } from './network.ts'

/** The network of companies beside the directory of Acme, whose host the operator trusts. */
export async function networkWithDirectory({ webhookHosts = [] }: { webhookHosts?: string[] } = {}) {
  const issuer = await openIssuer()
  afterAll(() => issuer.close())
  const world = await network({ webhookHosts: [issuer.host, ...webhookHosts] })
  return { world, issuer, ...signingInBy(world, issuer) }
}

type Issuer = Awaited<ReturnType<typeof openIssuer>>
type Browser = ReturnType<typeof openBrowser>

function signingInBy(world: World, issuer: Issuer) {
  const draft = (more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
    ...{ name: 'Acme directory', issuer: issuer.url, clientId, clientSecret },
    ...{ isEnabled: true, isShown: true, createsUsers: true, vouchesForAddresses: false, endsSession: false },
    domains: [{ name: 'acme.example', only: false }],
    ...{ rolesClaim: null, roleMappings: [], defaultRoleIds: [roleIds.Basic] },
    ...{ accountClaim: null, accountSystem: null, defaultAccountId: world.acme.accountId },
    ...more,
  })

  /** Sets the TXT records of a connection's domains and lets them be found. */
  async function prove({ connectionId, domains }: Connection, who: Person = world.vendor): Promise<Connection> {
    for (const { record } of domains) world.dns.set(record.name, record.value)
    return who.call(directories.checkDomains, { params: { connectionId } })
  }

  const connect = async (more: Partial<ConnectionDraft> = {}): Promise<Connection> =>
    prove(await world.vendor.call(directories.create, { body: draft(more) }))

  /** Changes a connection as it is now. */
  async function change({ connectionId }: Connection, more: Partial<ConnectionDraft>): Promise<Connection> {
    const { domains, ...now } = await world.vendor.call(directories.read, { params: { connectionId } })
    const { connectionId: _, secretLastFour: __, redirectUris: ___, users: ____, creationDate: _____, ...rest } = now
    const body = { ...rest, domains: domains.map(({ name, only }) => ({ name, only })), ...more }
    return prove(await world.vendor.call(directories.change, { params: { connectionId }, body }))
  }

  async function start(browser: Browser, { connectionId }: { connectionId: string }, host = 'localhost:3000') {
    const { status, headers, body } = await browser.send(directorySignIn.start, {
      query: { connection: connectionId },
      headers: { host },
    })
    if (status !== 303) throw new Error(`The start was answered with ${status}: ${JSON.stringify(body)}`)
    return { status, location: String(headers.location) }
  }

  const finish = (browser: Browser, returned: Partial<Returned> & Record<string, unknown>): Promise<Answered> =>
    browser.send(directorySignIn.finish, { body: { ...returned } })

  /** The whole way of a person in a browser. */
  async function signIn(
    connection: { connectionId: string },
    claims: JWTPayload,
    { browser = openBrowser(world), ...more }: { browser?: Browser } & Record<string, unknown> = {},
  ): Promise<Answered> {
    issuer.person(claims)
    const { location } = await start(browser, connection)
    return finish(browser, { ...issuer.authorize(location), ...more })
  }

  return { draft, prove, connect, change, start, finish, signIn }
}

/** What the tokens of four directories have in them, as recorded from their documentation and traces. */
export const shapes = {
  /** Entra ID, a single tenant: `tid` and `oid`, no `email_verified`; app roles in `roles`. */
  entra: (email: string, more: JWTPayload = {}): JWTPayload => ({
    ...{ ver: '2.0', tid: '9188040d-6c67-4c5b-b112-36a304b66dad', oid: '00000000-0000-0000-66f3-3332eca7ea81' },
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    ...{ name: 'Abe Lincoln', preferred_username: email, email, uti: 'fqiBqXLPj0eQa82S-IYFAA', rh: '0.AAA.' },
    ...more,
  }),
  okta: (email: string, more: JWTPayload = {}): JWTPayload => ({
    ...{ sub: '00uid4BxXw6I6TV4m0g3', ver: 1, jti: 'ID.4eAWJOCMB3SX8XewDfVR', amr: ['pwd', 'mfa'], idp: '00oid' },
    ...{ auth_time: Math.floor(Date.now() / 1000) - 5, at_hash: 'MeTBbqQPZQO3WwDRcPjKcQ' },
    ...{ name: 'John Doe', given_name: 'John', family_name: 'Doe', email, email_verified: true, locale: 'it-IT' },
    ...{ zoneinfo: 'Europe/Rome', groups: ['Everyone', 'Portal admins'] },
    ...more,
  }),
  google: (email: string, more: JWTPayload = {}): JWTPayload => ({
    ...{ azp: 'client', sub: '10769150350006150715113082367', at_hash: 'HK6E_P6Dh8Y93mRNtsDB1Q' },
    ...{ hd: email.split('@')[1], email, email_verified: true, name: 'Elisa Beckett', given_name: 'Elisa' },
    ...more,
  }),
  keycloak: (email: string, more: JWTPayload = {}): JWTPayload => ({
    ...{ jti: 'b8d2', typ: 'ID', azp: 'trellis', sid: 'd2f3', acr: '1', sub: 'f:1b5a:anna' },
    ...{ email_verified: true, preferred_username: email, given_name: 'Anna', family_name: 'Keycloak', email },
    realm_access: { roles: ['offline_access', 'uma_authorization', 'portal-admin'] },
    ...more,
  }),
}
