import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { documentBy, keyPair } from './testing/signing.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'trellis-device-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The environment without the settings of npm and vitest that this test was started with. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_OPTIONS)/i.test(name)),
)
const run = (command: string, args: string[], cwd: string) => promisify(execFile)(command, args, { cwd, env })

/** Builds and packs the package, and installs it into an empty folder without a network. */
async function install(): Promise<{ app: string; packed: string[] }> {
  const [source, app] = [join(folder, 'package'), join(folder, 'app')]
  cpSync(here, source, { recursive: true, filter: (path) => !/[\\/](node_modules|dist)$/.test(path) })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', 'device/tsconfig.build.json', '--outDir', join(source, 'dist')], root)
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', folder],
    source,
  )
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)], app)
  return { app, packed: files.map(({ path }) => path) }
}

test('the package installs into an empty folder without a network, with all that it needs and nothing else', async () => {
  const { app, packed } = await install()
  expect(packed.filter((path) => /test|tsconfig|node_modules/.test(path))).toEqual([])
  expect(packed).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  )

  const key = keyPair('ours')
  const file = JSON.stringify({ format: 'trellis-license/1', documents: [documentBy(key)] })
  const check = `verifyLicenseFile(${JSON.stringify(file)}, ${JSON.stringify({ keys: [key.shown] })}, { now: new Date('2026-05-21') })`
  const node = async (name: string, script: string) => {
    writeFileSync(join(app, name), script)
    return JSON.parse((await run(process.execPath, [name], app)).stdout)
  }
  const asModule = await node(
    'module.mjs',
    `import { verifyLicenseFile, openLicense } from '@trellis/device'
     import { fileStorage, proxyFetch } from '@trellis/device/node'
     const license = openLicense({ portalUrl: 'https://portal.example.com', storage: fileStorage('a/b/license.json'), fetch: proxyFetch() })
     console.log(JSON.stringify([(await ${check}).valid, (await license.status()).reason, (await license.status()).reason]))`,
  )
  expect(asModule).toEqual([true, 'no_license', 'no_license'])
  const asCommon = await node(
    'common.cjs',
    `const { verifyLicenseFile } = require('@trellis/device'); ${check}.then(({ valid }) => console.log(valid))`,
  )
  expect(asCommon).toBe(true)

  writeFileSync(
    join(app, 'typed.ts'),
    `import { openLicense, memoryStorage, type LicenseStatus } from '@trellis/device'
     export const status: Promise<LicenseStatus> = openLicense({ portalUrl: 'https://x', storage: memoryStorage() }).status()
     // @ts-expect-error: the storage is required
     openLicense({ portalUrl: 'https://x' })`,
  )
  const strict = [
    '--strict',
    '--noEmit',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--types',
    '',
  ]
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...strict, 'typed.ts'], app)
})
