import type { Code } from '@trellis/contract/codes'
import type { FastifyRequest } from 'fastify'

/** What the log line of a request says about the person, by ids: never an address or a name. */
interface About {
  tenantId?: string
  userId?: string
  /** The user as whom `userId` looks at the portal. */
  viewedUserId?: string
  /** The factor that was checked in a sign-in. */
  factor?: 'password' | 'code' | 'passkey'
  code?: Code
  /** Of RQ422: field and rule of each fault, without its value. */
  faults?: string[]
  /** Where traces are sent. */
  traceId?: string
}

const known = new WeakMap<FastifyRequest, About>()

/** Remembers who a request is from, as far as it is known. */
export function noteAbout(request: FastifyRequest, about: About): void {
  known.set(request, { ...known.get(request), ...about })
}

export const aboutOf = (request: FastifyRequest): About => known.get(request) ?? {}
