// @module-tag long
import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from './command.ts'
import { portal, serialKey } from './testing/portal.ts'
import { documentBy, keyPair } from './testing/signing.ts'

/* Builds, packs and installs the package into an empty folder without a network, and uses it there as a vendor would. */

const here = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trellis-device-'))
const app = join(folder, 'app')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const closing: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })]
afterAll(() => {
  for (const close of closing.reverse()) close()
})

/** The environment without the settings of npm and vitest that this test was started with. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_|TRELLIS|https?_proxy|no_proxy)/i.test(name)),
)
const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd, env })
let packed: string[] = []

beforeAll(async () => {
  const source = join(folder, 'package')
  cpSync(here, source, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  await run(process.execPath, [compiler, '-p', 'device/tsconfig.build.json', '--outDir', join(source, 'dist')], root)
  const options = ['--json', '--offline', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', ['pack', ...options], source)
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  packed = files.map(({ path }) => path)
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], app)
})

const signer = keyPair('ours')
const fileOf = (more: object = {}) =>
  JSON.stringify({ format: 'trellis-license/1', documents: [documentBy(signer, { expirationDate: null, ...more })] })

test('the package has what it needs and nothing else; it works as a module, from CommonJS and with types', async () => {
  expect(packed.filter((path) => /test|tsconfig|node_modules/.test(path))).toEqual([])
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'bin/trellis-device.js', 'dist/index.d.ts', 'example/notes.mjs']),
  )
  const described = JSON.parse(readFileSync(join(app, 'node_modules/@trellis/device/package.json'), 'utf8'))
  expect([described.private, described.dependencies, described.license]).toEqual([undefined, undefined, 'Apache-2.0'])
  expect(readFileSync(join(here, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  expect(existsSync(join(app, 'node_modules/jose'))).toBe(false)

  const check = `verifyLicenseFile(${JSON.stringify(fileOf())}, ${JSON.stringify({ keys: [signer.shown] })})`
  const node = async (name: string, script: string) => {
    writeFileSync(join(app, name), script)
    return JSON.parse((await run(process.execPath, [name], app)).stdout)
  }
  const asModule = `
    import { verifyLicenseFile, openLicense } from '@trellis/device'
    import { fileStorage, proxyFetch } from '@trellis/device/node'
    const license = openLicense({ portalUrl: 'https://portal.example.com', storage: fileStorage('a/b/license.json'), fetch: proxyFetch() })
    console.log(JSON.stringify([(await ${check}).valid, (await license.status()).reason, (await license.status()).reason]))`
  expect(await node('module.mjs', asModule)).toEqual([true, 'no_license', 'no_license'])
  const asCommon = `const { verifyLicenseFile } = require('@trellis/device'); ${check}.then(({ valid }) => console.log(valid))`
  expect(await node('common.cjs', asCommon)).toBe(true)

  const typed = `
    import { openLicense, memoryStorage, type LicenseStatus } from '@trellis/device'
    export const status: Promise<LicenseStatus> = openLicense({ portalUrl: 'https://x', storage: memoryStorage() }).status()
    // @ts-expect-error: the storage is required
    openLicense({ portalUrl: 'https://x' })`
  writeFileSync(join(app, 'typed.ts'), typed)
  const strict = '--strict --noEmit --module nodenext --target es2023 --lib es2023,dom --types'.split(' ')
  await run(process.execPath, [compiler, ...strict, '', 'typed.ts'], app)
})

/** A portal behind TLS with a certificate of its own, reachable through a proxy. */
async function network() {
  const world = portal(1, new Date().toISOString())
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  await run(
    'openssl',
    ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    folder,
  )
  const server = createHttps({ key: readFileSync(key), cert: readFileSync(certificate) }, async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const init = {
      method: 'POST',
      headers: {},
      body: body || '{}',
      signal: AbortSignal.timeout(1000),
      redirect: 'error',
    } as const
    const answer = await world.fetch(`https://localhost${request.url}`, init)
    response.writeHead(answer.status).end(await answer.text())
  })
  const connected: string[] = []
  const proxy = createHttp((_, response) => response.writeHead(405).end())
  proxy.on('connect', (request, socket) => {
    connected.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    const [host, port] = (request.url as string).split(':')
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  return { world, connected, url: `https://localhost:${await listen(server)}`, proxy: await listen(proxy), certificate }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  closing.push(() => server.close())
  return (server.address() as AddressInfo).port
}

interface Ended {
  exit: number | null
  out: string
  complaint: string
}

/** Runs a program of the installed package. */
const program = (args: string[], more: Record<string, string> = {}, input = ''): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: app, env: { ...env, ...more } })
    let [out, complaint] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (complaint += chunk))
    child.on('close', (exit) => resolve({ exit, out, complaint }))
    child.stdin.end(input)
  })
const command = (args: string[], more?: Record<string, string>, input?: string) =>
  program(['node_modules/@trellis/device/bin/trellis-device.js', ...args], more, input)

test('the command takes, keeps and frees a seat through TLS and a proxy, and the example works with and without a network', async () => {
  const { world, connected, url, proxy, certificate } = await network()
  const trusting = { NODE_EXTRA_CA_CERTS: certificate, TRELLIS_PORTAL: url }
  const behind = { ...trusting, HTTPS_PROXY: `http://ann:s%3Acret@localhost:${proxy}` }
  const json = async (args: string[], more: Record<string, string> = trusting, input?: string) => {
    const { exit, out, complaint } = await command([...args, '--json'], more, input)
    expect(complaint).toBe('')
    return { exit, ...JSON.parse(out) }
  }

  expect(await json(['status', '--license', 'one.json'], {})).toMatchObject({ exit: 1, reason: 'no_license' })
  expect(await json(['heartbeat', '--license', 'one.json'])).toMatchObject({ exit: 1, reason: 'no_license' })
  expect(await json(['activate', '-', '--license', 'one.json'], behind, `${serialKey.toLowerCase()}\n`)).toMatchObject({
    exit: 0,
    valid: true,
    claims: { serialKey },
  })
  expect(connected).toEqual(Array(2).fill(`${new URL(url).host} Basic ${btoa('ann:s:cret')}`))
  expect(await json(['status', '--license', 'one.json'], {})).toMatchObject({ exit: 0, heartbeatDue: false })
  expect(await json(['status', '--license', 'one.json', '--installed', '6'], {})).toMatchObject({
    exit: 1,
    reason: 'version_not_covered',
  })
  expect(await json(['activate', serialKey, '--license', 'two.json'])).toMatchObject({
    exit: 3,
    error: { code: 'DV409' },
  })
  expect(await json(['heartbeat', '--license', 'one.json'])).toMatchObject({ exit: 0, valid: true })
  const untrusted = await command(['heartbeat', '--license', 'one.json'], { TRELLIS_PORTAL: url, HOME: app })
  expect(untrusted).toMatchObject({ exit: 4, out: '', complaint: expect.stringMatching(/^unreachable: .*certificate/) })
  expect((await command(['status', '--license', 'one.json'])).out).toMatch(
    /^Valid: Edge for one year \(EDGE-1Y\), EDGE-00000/,
  )
  expect(await json(['seats', '--license', 'two.json'])).toMatchObject({ exit: 5, error: { code: 'failed' } })
  const { seats } = await json(['seats', '--license', 'two.json', '--key', serialKey])
  expect(seats).toMatchObject([{ isOwn: false, releasable: true }])
  expect((await command(['seats', '--license', 'one.json'], trusting)).out).toMatch(
    /^seat of .* {2}- {2}\(this device\)\n$/,
  )
  const free = ['free', seats[0].licenseSeatId, '--key', serialKey]
  expect(await json([...free, '--license', 'two.json'])).toEqual({ exit: 0, released: true })
  expect((await command(['seats', '--license', 'one.json'], trusting)).out).toBe('No seat is taken.\n')
  expect(await json(['release', '--license', 'one.json'])).toEqual({ exit: 0, released: true })
  expect(world.held.size).toBe(0)

  const notes = (lines: string[], more: Record<string, string>) =>
    program(['node_modules/@trellis/device/example/notes.mjs'], more, `${lines.join('\n')}\n`)
  const online = { NODE_EXTRA_CA_CERTS: certificate, PORTAL_URL: url }
  const first = await notes(
    ['add early', `activate ${serialKey}`, 'add buy milk', 'add sell cow', 'search milk', 'quit'],
    online,
  )
  expect(first).toMatchObject({ exit: 0, complaint: '' })
  expect(first.out).toContain('Your license does not include “add”')
  expect(first.out).toMatch(/> buy milk\n/)
  const offline = await notes(['add walk dog', 'list', 'release'], { PORTAL_URL: 'https://localhost:1' })
  expect(offline.out).toMatch(/Edge for one year, until .*[\s\S]*buy milk\nsell cow\nwalk dog\n/)
  expect(offline.out).toContain('The portal cannot be reached')
  const last = await notes(['release', 'list', 'add more'], online)
  expect(last.out).toContain('No license (no_license)')
  expect(last.out).toMatch(/> buy milk\nsell cow\nwalk dog\n/)
  expect(world.held.size).toBe(0)
})

test('the command verifies .lic files, exits with one code for each kind of end, and explains itself (threats L6)', async () => {
  const at = (name: string) => join(folder, name)
  const put = (name: string, text: string) => writeFileSync(at(name), text)
  const ask = async (args: string[]) => {
    let [out, complaint] = ['', '']
    const places = args.map((arg) => (/\.(lic|json)$/.test(arg) ? at(arg) : arg))
    const exit = await runCommand(
      places,
      (text) => {
        out += text
      },
      (text) => {
        complaint += text
      },
    )
    return { exit, out, complaint }
  }
  put('keys.json', JSON.stringify({ keys: [signer.shown] }))
  put('new.lic', fileOf({ number: 5 }))
  put('old.lic', fileOf({ number: 4 }))
  put('forged.lic', fileOf().replace(/[^.]{20}(?="\]\}$)/, 'A'.repeat(20)))
  put('trailing.lic', `${fileOf()}{}`)
  const verify = async (...args: string[]) => {
    const { exit, out, complaint } = await ask(['verify', ...args, '--json'])
    expect(complaint).toBe('')
    const { valid, reason, error } = JSON.parse(out)
    return [exit, valid ? 'valid' : (reason ?? error.code)]
  }
  const keys = ['--keys', 'keys.json']
  expect(await verify('new.lic', ...keys, '--environment', 'aurora-1', '--tenant', 'verdant')).toEqual([0, 'valid'])
  expect(await verify('new.lic', ...keys, '--replaces', 'old.lic')).toEqual([0, 'valid'])
  expect(await verify('old.lic', ...keys, '--replaces', 'new.lic')).toEqual([1, 'older'])
  expect(await verify('new.lic', ...keys, '--environment', 'aurora-2')).toEqual([1, 'other_environment'])
  expect(await verify('trailing.lic', ...keys)).toEqual([1, 'malformed'])
  const forged = await ask(['verify', 'forged.lic', ...keys])
  expect(forged).toMatchObject({ exit: 1, out: expect.stringMatching(/^Not valid: (bad_signature|malformed)\n$/) })
  expect(await verify('missing.lic', ...keys)).toEqual([5, 'failed'])
  expect(await verify('new.lic')).toEqual([2, 'usage'])

  for (const args of [
    [],
    ['dance'],
    ['status', 'now'],
    ['activate'],
    ['activate', 'EDGE-1'],
    ['status', '--loud'],
    ['release'],
    ['free'],
    ['seats', 'mine'],
  ])
    expect(await ask(args), args.join(' ')).toMatchObject({ exit: 2, out: '' })
  expect(await ask(['--help'])).toMatchObject({
    exit: 0,
    out: expect.stringContaining('trellis-device activate KEY'),
  })
})
