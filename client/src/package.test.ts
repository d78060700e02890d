import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/* Builds, packs and installs the package into an empty folder without a network, and uses it there as an integrator would. */

const here = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trellis-client-'))
const app = join(folder, 'app')
const compiler = join(root, 'node_modules/typescript/bin/tsc')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment without the settings of npm and vitest that this test was started with. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_|TRELLIS|https?_proxy|no_proxy)/i.test(name)),
)
const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd, env })

test('the package has what it needs, no dependency, and works as a module, from CommonJS and with types', async () => {
  const source = join(folder, 'package')
  cpSync(here, source, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  await run(process.execPath, [compiler, '-p', 'client/tsconfig.build.json', '--outDir', join(source, 'dist')], root)
  const options = ['--json', '--offline', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', ['pack', ...options], source)
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const packed = files.map(({ path }) => path)
  expect(packed.filter((path) => /test|tsconfig|node_modules/.test(path))).toEqual([])
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/api.gen.d.ts', 'src/index.ts']),
  )
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], app)
  const described = JSON.parse(readFileSync(join(app, 'node_modules/@trellis/client/package.json'), 'utf8'))
  expect([described.private, described.dependencies, described.license]).toEqual([undefined, undefined, 'Apache-2.0'])
  expect(readFileSync(join(here, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))

  const gone = `openPortal({ portalUrl: 'http://127.0.0.1:9', tenantCode: 'acme', retries: 0 }).call('GET /users/me')
    .catch((error) => console.log(error.name))`
  writeFileSync(join(app, 'module.mjs'), `import { openPortal } from '@trellis/client'\n${gone}`)
  writeFileSync(join(app, 'common.cjs'), `const { openPortal } = require('@trellis/client')\n${gone}`)
  for (const name of ['module.mjs', 'common.cjs'])
    expect((await run(process.execPath, [name], app)).stdout, name).toBe('PortalUnreachable\n')

  // As the README prints it; and a call that does not exist.
  const [first = ''] = [...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code]) => code,
  )
  writeFileSync(join(app, 'first.mts'), `declare const process: { env: Record<string, string | undefined> }\n${first}`)
  const wrong = `import { openPortal, type Order } from '@trellis/client'
    const portal = openPortal({ portalUrl: 'https://x', tenantCode: 'acme' })
    export const order: Promise<Order> = portal.call('GET /orders/{id}', { params: { id: '1' } })
    // @ts-expect-error: no such call
    portal.call('GET /order/{id}', { params: { id: '1' } })`
  writeFileSync(join(app, 'typed.mts'), wrong)
  const strict =
    '--strict --noEmit --module nodenext --target es2023 --lib es2023,dom --exactOptionalPropertyTypes --types'.split(
      ' ',
    )
  await run(process.execPath, [compiler, ...strict, '', 'first.mts', 'typed.mts'], app)
})
