import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../refusal.ts'

/** Where the page passes its style nonce to the component library, which adds a style element. */
const noncePlace = '<meta name="style-nonce" content="" />'

/**
 * Serves the built web app: hashed files are cached for ever, the page never, and the page is the answer for every path
 * of the app.
 */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw new Refusal('RQ404')
    })
    return
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  if (!page.includes(noncePlace)) throw new Error(`The page has no place for its style nonce: ${noncePlace}`)
  const sendPage = (reply: FastifyReply) => {
    const nonce = randomBytes(18).toString('base64')
    const policy = String(reply.getHeader('content-security-policy'))
    return reply
      .header('content-security-policy', policy.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replace(noncePlace, noncePlace.replace('content=""', `content="${nonce}"`)))
  }

  const served = { preCompressed: true, index: false as const, allowedPath: (path: string) => !path.includes('\0') }
  // One route for all of them: a route for each of some thousand files was a third of the processor time of a start.
  await app.register(fastifyStatic, {
    ...served,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    ...served,
    root: folder,
    wildcard: false,
    globIgnore: ['index.html', 'assets/**'],
    decorateReply: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  })
  app.get('/', (_request, reply) => sendPage(reply))
  app.get('/index.html', (_request, reply) => reply.redirect('/', 301))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    const ofTheApp = isGet && !/^\/(api|health|metrics|dev)(\/|$)/i.test(path) && !/\.\w+$/.test(path)
    if (!ofTheApp) throw new Refusal('RQ404')
    return sendPage(reply)
  })
}
