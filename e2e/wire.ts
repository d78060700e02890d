import { demoPassword } from '../server/src/demo/sign-ins.ts'

/** Calls the API directly, for the steps of a journey that need no screen. */
export interface Wire {
  call<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
}

const headers = {
  'X-Tenant-Code': 'demo',
  'X-Label': 'journeys',
  'X-Product': 'journeys',
  'Content-Type': 'application/json',
}

async function send(url: string, method: string, body: unknown, token?: string): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(token !== undefined && { Authorization: `Bearer ${token}` }) },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Signs in through the API, in addition to the user's open browsers. */
export async function wireOf(
  { baseURL }: { baseURL: string },
  email: string,
  password: string = demoPassword,
): Promise<Wire> {
  const api = `${baseURL}/api/v1`
  const { token } = (await send(`${api}/auth/token`, 'POST', { grantType: 'password', email, password })) as {
    token: string
  }
  return {
    call: <T>(method: string, path: string, body?: unknown) => send(api + path, method, body, token) as Promise<T>,
  }
}

/** Ends all other sessions of the user, as if they had been ended on another device. */
export async function endSessionsOf(wire: Wire): Promise<void> {
  const sessions = await wire.call<{ sessionId: string; isCurrent: boolean }[]>('GET', '/auth/sessions')
  for (const { sessionId, isCurrent } of sessions)
    if (!isCurrent) await wire.call('DELETE', `/auth/sessions/${sessionId}`)
}
