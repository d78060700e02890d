import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { invitations, users } from '@trellis/contract/users'
import { openSecrets, unseal } from '../platform/secrets.ts'
import { type Person, password, type Raw, type World } from './network.ts'
import { raw } from './selling.ts'

/** The role ids of every tenant. */
export const roleIds = { SuperAdmin: 1, VendorManager: 2, AccountAdmin: 3, Basic: 4 } as const
export type RoleName = keyof typeof roleIds

/** The content of an invitation link. */
export interface Link {
  email: string
  token: string
}

/** A user who joined during a test, signed in. */
export interface Newcomer {
  email: string
  userId: string
  raw(endpoint: Endpoint, request?: Raw): ReturnType<Person['raw']>
  call<E extends Endpoint>(endpoint: E, request?: RequestOf<E>): Promise<AnswerOf<E>>
}

/** Helpers for tests of invitations. */
export function inviting(world: World) {
  const mailKey = openSecrets({ secretKey: undefined, dataDir: world.dataDir })('mail')

  /** The links of all invitations mailed to an address, oldest first. */
  async function linksTo(email: string): Promise<Link[]> {
    const mails = await raw<{ content_sealed: Buffer }>(
      world,
      `select content_sealed from mails where kind = 'invitation' and recipient = $1 order by created_at, mail_id`,
      [email],
    )
    return mails.map(({ content_sealed }) => {
      const { path } = JSON.parse(unseal(mailKey, content_sealed)) as { path: string }
      const { pathname, searchParams } = new URL(path, 'http://localhost')
      if (pathname !== '/auth/confirm') throw new Error(`An invitation leads to ${pathname}`)
      return { email: searchParams.get('mail') ?? '', token: searchParams.get('token') ?? '' }
    })
  }

  /** The link of the newest invitation. */
  async function linkTo(email: string): Promise<Link> {
    const link = (await linksTo(email)).at(-1)
    if (!link) throw new Error(`${email} was not invited`)
    return link
  }

  async function invite(by: Person | Newcomer, email: string, role: RoleName = 'Basic', accountId?: string) {
    const [name = ''] = email.split('@')
    const user = { userName: email, firstName: name, lastName: 'Invited', roles: [roleIds[role]] }
    const { id } = await by.call(users.create, { body: { parentAccountId: accountId ?? null, user } })
    return id
  }

  const accept = (link: Link, more: Record<string, unknown> = {}) =>
    world.anonymous(invitations.accept, { body: { ...link, password, ...more } })

  async function signIn(email: string, secret = password) {
    const answer = await world.anonymous(identity.signIn, {
      body: { grantType: 'password', email, password: secret, deviceUniqueId: `device of ${email}` },
    })
    return answer as { status: number; body: { token: string; code?: string } }
  }

  /** Invites a user, who accepts and signs in. */
  async function join(by: Person | Newcomer, email: string, role: RoleName = 'Basic', accountId?: string) {
    const userId = await invite(by, email, role, accountId)
    const accepted = await accept(await linkTo(email))
    if (accepted.status !== 204) throw new Error(`${email} could not accept: ${JSON.stringify(accepted.body)}`)
    const { body } = await signIn(email)
    const headers = { authorization: `Bearer ${body.token}` }
    const newcomer: Newcomer = {
      email,
      userId,
      raw: (endpoint, request) =>
        world.anonymous(endpoint, { ...request, headers: { ...request?.headers, ...headers } }),
      async call(endpoint, request) {
        const answer = await newcomer.raw(endpoint, request as Raw)
        if (answer.status >= 400) throw new Error(`${endpoint.path} was refused: ${JSON.stringify(answer.body)}`)
        return answer.body as AnswerOf<typeof endpoint>
      },
    }
    return newcomer
  }

  return { linksTo, linkTo, invite, accept, signIn, join }
}
