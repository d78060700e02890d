import cookie, { type SerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Without the hooks of the library, which look at the cookies of each call: a dozen calls have any, and read them when they need them. */
export const acceptCookies = (app: FastifyInstance) => app.register(cookie, { hook: false })

export const cookiesOf = ({ server, headers }: FastifyRequest): Record<string, string | undefined> =>
  server.parseCookie(headers.cookie ?? '')

export const setCookie = (reply: FastifyReply, name: string, value: string, options: SerializeOptions): void =>
  void reply.header('set-cookie', reply.server.serializeCookie(name, value, options))

export const clearCookie = (reply: FastifyReply, name: string, path: string): void =>
  setCookie(reply, name, '', { path, sameSite: 'lax', expires: new Date(0), maxAge: 0 })
