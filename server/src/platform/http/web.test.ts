import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { mountWeb } from './web.ts'

const folder = mkdtempSync(join(tmpdir(), 'trellis-web-'))
mkdirSync(join(folder, 'assets'))
const page = '<!doctype html><meta name="style-nonce" content="" />'
for (const [name, text] of Object.entries({
  'index.html': page,
  'start.js': 'start()',
  'start.js.br': 'compressed',
  'assets/list-1a2b.js': 'list()',
  'assets/list-1a2b.js.br': 'compressed',
}))
  writeFileSync(join(folder, name), text)

const app = fastify()
app.addHook('onRequest', async (_request, reply) => void reply.header('content-security-policy', "style-src 'self'"))
app.setErrorHandler((error, _request, reply) =>
  reply.code(error instanceof Refusal ? 404 : 500).send(error instanceof Refusal ? error.code : String(error)),
)
await mountWeb(app, folder)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = async (url: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const { statusCode, body, headers: sent } = await app.inject({ method, url, headers })
  return { status: statusCode, body, cached: sent['cache-control'], encoding: sent['content-encoding'] }
}

test('hashed files are kept for ever, others asked for again, each compressed for who takes that', async () => {
  const forEver = 'public, max-age=31536000, immutable'
  expect(await get('/assets/list-1a2b.js')).toMatchObject({ status: 200, body: 'list()', cached: forEver })
  expect(await get('/assets/list-1a2b.js', { 'accept-encoding': 'br' })).toEqual({
    status: 200,
    body: 'compressed',
    cached: forEver,
    encoding: 'br',
  })
  expect(await get('/assets/list-1a2b.js', {}, 'HEAD')).toMatchObject({ status: 200, body: '', cached: forEver })
  expect(await get('/start.js')).toMatchObject({ status: 200, body: 'start()', cached: 'no-cache' })
  expect(await get('/start.js', { 'accept-encoding': 'br' })).toMatchObject({ body: 'compressed', encoding: 'br' })
})

test('every path of the app is the page, which is never kept', async () => {
  for (const path of ['/', '/sell-out', '/sell-out/5?tab=items', '/assets-of-mine', '/assets/%00'])
    expect(await get(path), path).toMatchObject({ status: 200, body: expect.stringMatching(/nonce" content="\S{24}"/) })
  expect(await get('/sell-out')).toMatchObject({ cached: 'no-store' })
  expect(await get('/index.html')).toMatchObject({ status: 301 })
})

test('what is not there is no page and no file from elsewhere', async () => {
  for (const path of [
    ...['/assets/gone-1a2b.js', '/gone.js', '/api/v1/gone', '/assets/..%2findex.html'],
    '/assets/../../package.json',
  ]) {
    const { status, body } = await get(path)
    expect(body, path).not.toMatch(/start\(\)|doctype|dependencies/)
    expect([301, 400, 403, 404], path).toContain(status)
  }
  expect(await get('/assets/list-1a2b.js', {}, 'POST')).toMatchObject({ status: 404 })
})
