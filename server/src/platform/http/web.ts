import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusal.ts'
import { apiBase } from './server.ts'

/** Serves the built web app: hashed files for ever, the page itself never from a cache, and the page for every path of its own. */
export async function mountWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler(() => {
      throw new Refusal('RQ404')
    })
    return
  }
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const ofTheApp =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|health|metrics|dev)(\/|$)/i.test(path) &&
      !/\.\w+$/.test(path)
    if (!ofTheApp || path.toLowerCase().startsWith(apiBase)) throw new Refusal('RQ404')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
