import type { AuthData } from '@trellis/contract/identity'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { countOtherSuperAdmins, findRoles, lockUser, setRoles } from '../members/queries.ts'
import { findPasswordHash } from '../sessions/queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { actAs } from './act-as.ts'
import { hasBreakGlass, isBreakGlass } from './break-glass.ts'
import { browserToken, clearCookies } from './cookies.ts'
import { handOver } from './hand-over.ts'
import type { IdentityMeans } from './routes.ts'
import { signIn, startSession } from './sign-in.ts'

interface Call {
  tx: Tx
  read: Reader
  tenant: Tenant
  request: FastifyRequest
  reply: FastifyReply
  body: { deviceUniqueId?: string | null | undefined; appPlatform?: string | null | undefined }
}

export interface Proof {
  email: string
  password: string
  mfaToken?: string | null | undefined
  mfaCode?: string | null | undefined
}

/** A call's own parts: it has others, which public calls may not ask for. */
const partsOf = ({ tx, read, tenant, request, body }: Call) => ({ tx, read, tenant, request, body })

export type OtherSignIns = ReturnType<typeof openOtherSignIns>

/** For columns with a way to sign in of their own: sessions and cookies as after a password. */
export function openOtherSignIns(means: IdentityMeans) {
  return {
    /** Signs in a user who was identified elsewhere, and with it the second factor of that place. Refuses A401 when not active. */
    async start(call: Call, userId: string, proved: { connection: string; amr: string[] }): Promise<AuthData> {
      const browser = browserToken(call.request)
      await actAs(call.tx, userId)
      const known = { userId, passwordHash: await findPasswordHash(call.tx, userId) }
      const pair = await startSession({ ...means, ...partsOf(call), browser }, known, proved)
      return handOver(call, { ...means, browser, pair })
    },

    /** Signs in by password and second factor, also who otherwise signs in by a directory alone. Refuses as `/auth/token` does. */
    async prove(call: Call, proof: Proof): Promise<AuthData> {
      const browser = browserToken(call.request)
      const { deviceUniqueId, appPlatform } = call.body
      const body = { grantType: 'password' as const, deviceUniqueId, appPlatform, ...proof }
      const pair = await signIn({ ...means, ...partsOf(call), body, browser, isProof: true })
      return handOver(call, { ...means, browser, pair })
    },

    /** Ends the session of the call. */
    async end({ tx, request, reply }: Pick<Call, 'tx' | 'request' | 'reply'>, sessionId: string): Promise<void> {
      await means.sessions.end(tx, sessionId, 'signed out')
      clearCookies(request, reply)
    },
  }
}

/**
 * Gives a user the roles that a directory says. The last super admin stays one, also the last who can do without the directory (rules
 * P70), and roles that are the same are not written. Refuses A401 when the user is gone.
 */
export async function followRoles(tx: Tx, userId: string, roleIds: number[], sessions: Sessions): Promise<void> {
  const user = await lockUser(tx, userId)
  if (!user) throw new Refusal('A401')
  const roles = await findRoles(tx, roleIds)
  const names = (of: { name: string }[]) => of.map(({ name }) => name).sort()
  if (String(names(roles)) === String(names(user.roles))) return
  const loses = user.roles.some((role) => role.isSuperAdmin) && !roles.some((role) => role.isSuperAdmin)
  if (loses && (await countOtherSuperAdmins(tx, userId)) === 0) return
  if (loses && (await isBreakGlass(tx, userId))?.isBreakGlass && !(await hasBreakGlass(tx, userId))) return
  await setRoles(tx, userId, roleIds)
  await record(tx, 'user.roles_changed', 'user', userId, {
    before: { roles: names(user.roles) },
    after: { roles: names(roles) },
  })
  await sessions.renewAllOf(tx, userId)
}
