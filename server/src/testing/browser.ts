import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { password, type Raw, type World } from './network.ts'

export interface Answered {
  status: number
  body: unknown
  /** The access token of the answer; empty without one. */
  token: string
  headers: Record<string, unknown>
  /** The Set-Cookie headers, one entry each. */
  cookies: string[]
}

/** Simulates a browser: stores cookies by path, and sends the headers of the web app. */
export function openBrowser(world: World) {
  const jar = new Map<string, { value: string; path: string }>()

  async function send(endpoint: Endpoint, request: Raw = {}): Promise<Answered> {
    const url = `/api/v1${pathOf(endpoint, request.params, request.query)}`
    const cookie = [...jar]
      .filter(([, { path }]) => url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await world.app.http.inject({
      method: endpoint.method,
      url,
      headers: {
        'x-tenant-code': world.tenantCode,
        'x-refresh-cookie': '1',
        'sec-fetch-site': 'same-origin',
        ...(cookie !== '' && { cookie }),
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { payload: JSON.stringify(request.body) }),
    })
    for (const { name, value, path, expires } of response.cookies) {
      if (expires instanceof Date && expires.getTime() <= Date.now()) jar.delete(name)
      else jar.set(name, { value, path: String(path ?? '/') })
    }
    const body: unknown = response.payload === '' ? null : response.json()
    return {
      status: response.statusCode,
      body,
      token: (body as { token?: string } | null)?.token ?? '',
      headers: response.headers,
      cookies: [response.headers['set-cookie'] ?? []].flat(),
    }
  }

  return {
    send,
    jar,
    signIn: (email: string, more: Record<string, unknown> = {}) =>
      send(identity.signIn, { body: { grantType: 'password', email, password, appPlatform: 'web', ...more } }),
    refresh: (headers: Record<string, string> = {}) => send(identity.refresh, { body: {}, headers }),
    /** A call with the access token that the page holds in memory. */
    as: (token: string, endpoint: Endpoint, request: Raw = {}) =>
      send(endpoint, { ...request, headers: { authorization: `Bearer ${token}`, ...request.headers } }),
  }
}
