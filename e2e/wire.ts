import { type CallName, openPortal } from '../client/src/index.ts'
import { demoPassword } from '../server/src/demo/sign-ins.ts'

/** Calls the API directly, for the steps of a journey that need no screen. */
export interface Wire {
  /** The path may have its ids already. */
  call<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
}

/** Signs in through the API, in addition to the user's open browsers. */
export async function wireOf(
  { baseURL }: { baseURL: string },
  email: string,
  password: string = demoPassword,
): Promise<Wire> {
  const demo = { portalUrl: baseURL, tenantCode: 'demo', product: 'journeys' }
  const { token } = await openPortal(demo).call('POST /auth/token', {
    body: { grantType: 'password', email, password },
  })
  const portal = openPortal({ ...demo, token })
  return {
    call: <T>(method: string, path: string, body?: unknown) =>
      portal.call(`${method} ${path}` as CallName, { body } as never) as Promise<T>,
  }
}

/** Ends all other sessions of the user, as if they had been ended on another device. */
export async function endSessionsOf(wire: Wire): Promise<void> {
  const sessions = await wire.call<{ sessionId: string; isCurrent: boolean }[]>('GET', '/auth/sessions')
  for (const { sessionId, isCurrent } of sessions)
    if (!isCurrent) await wire.call('DELETE', `/auth/sessions/${sessionId}`)
}
