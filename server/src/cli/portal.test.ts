import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { builtProgram } from '../testing/programs.ts'
import { runPortal } from './run.ts'

const database = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'trellis-portal-'))
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the command as typed by the operator, on the test's database. */
const portal = (...args: string[]) => portalWith({}, ...args)

async function portalWith(
  { input, env = {} }: { input?: string; env?: NodeJS.ProcessEnv },
  ...args: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const configured = { DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test', ...env }
  const stdin = Readable.from(input === undefined ? [] : [input])
  const done = await runPortal(args, configured, { stdin, stdout: stream('stdout'), stderr: stream('stderr') })
  return { code: done ? 0 : 1, ...said }
}

const sesame = ['--admin-email', 'admin@orchard.example', '--admin-password', 'Sesame-Open-1']
const orchard = ['--code', 'orchard', '--name', 'Orchard', ...sesame]

const pia = [
  ...['--tenant', 'orchard', '--account', 'ORCHARD', '--roles', 'VendorManager'],
  ...['--email', 'pia@orchard.example', '--first-name', 'Pia', '--last-name', 'Apfel'],
]

test('an operator creates a tenant and a user, imports, and checks', { tags: ['long'] }, async () => {
  expect(await portal('tenant', 'create', ...orchard)).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse((await portal('tenant', 'list', '--json')).stdout)).toMatchObject({
    items: [{ tenantCode: 'orchard', tenantName: 'Orchard' }],
  })
  expect(await portal('user', 'create', ...pia)).toMatchObject({ code: 0 })
  expect(await portal('user', 'create', ...pia)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('(US409)'),
  })

  writeFileSync(join(folder, 'products.csv'), 'sku,name,price\nAPPLE,Apples,1.005\nPEAR,Pears,x\n')
  const refused = await portal('import', '--tenant', 'orchard', folder)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toBe('products.csv line 3, price "x": is not an amount of money, such as 1234.50\n')
  expect(refused.stdout).toContain('nothing of it was kept')

  writeFileSync(join(folder, 'products.csv'), 'sku,name,price\nAPPLE,Apples,1.005\n')
  const imported = await portal('import', '--tenant', 'orchard', '--json', folder)
  expect(imported.code).toBe(0)
  expect(JSON.parse(imported.stdout)).toMatchObject({
    ok: true,
    files: [{ file: 'products.csv', new: 1 }],
    problems: [],
  })

  expect(await portal('check')).toMatchObject({ code: 0, stdout: expect.stringContaining('all of them hold') })
})

test('a dry run by command tells each change and what is rarely meant, and a run is undone by its id', {
  tags: ['long'],
}, async () => {
  const products = mkdtempSync(join(folder, 'products-'))
  const write = (...lines: string[]) =>
    writeFileSync(join(products, 'products.csv'), ['sku,name,price', ...lines, ''].join('\n'))
  write('FIG,Figs,4', 'PLUM,Plums,3')
  expect((await portal('import', '--tenant', 'orchard', products)).stdout).toContain('--undo')
  write('FIG,Figs of Bari,1', 'PLUM,Plums,3', 'NUT,Nuts,2')
  const tried = await portal('import', '--tenant', 'orchard', '--dry-run', products)
  expect(tried.stdout).toContain('  Figs of Bari: name Figs → Figs of Bari, priceMsrp 4 → 1\n')
  expect(tried.stdout).toContain(
    'is this meant? It changes prices by more than half, first of FIG: 4 becomes 1 (line 2)',
  )
  expect(tried.stdout).not.toContain('--undo')

  const { runId } = JSON.parse((await portal('import', '--tenant', 'orchard', '--json', products)).stdout)
  write('FIG,Figs again,1')
  const later = JSON.parse((await portal('import', '--tenant', 'orchard', '--json', products)).stdout)
  expect(await portal('import', '--tenant', 'orchard', '--undo', runId)).toMatchObject({
    code: 1,
    stderr: 'product Figs of Bari · FIG was changed since\n',
    stdout: expect.stringContaining('Nothing was undone'),
  })
  expect(await portal('import', '--tenant', 'orchard', '--undo', later.runId)).toMatchObject({ code: 0 })
  expect(await portal('import', '--tenant', 'orchard', '--undo', runId)).toMatchObject({
    code: 0,
    stdout: 'The import was undone: 1 removed, 1 as before.\n',
  })
  expect(await portal('import', '--tenant', 'orchard', '--undo', runId)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not any more'),
  })
  expect(await portal('import', '--tenant', 'orchard', '--undo', 'last')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not the id'),
  })
  expect(await portal('check')).toMatchObject({ code: 0 })
})

test('a user invited by the operator or by an import gets one mail, however often the import is repeated', {
  tags: ['long'],
}, async () => {
  const invited = pia.map((text) => (text === 'pia@orchard.example' ? 'ivo@orchard.example' : text))
  const env = { SMTP_URL: 'smtp://127.0.0.1:1' }
  expect(await portalWith({ env }, 'user', 'create', ...invited, '--invite')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is pending. An invitation to ivo@orchard.example is on its way.'),
  })
  const people = mkdtempSync(join(folder, 'people-'))
  writeFileSync(
    join(people, 'users.csv'),
    'email,accountCode,firstName,lastName,roles,languageCode,status\n' +
      'una@orchard.example,ORCHARD,Una,Mela,Basic,it,\n' +
      'ivo@orchard.example,ORCHARD,Pia,Apfel,VendorManager,,\n' +
      'act@orchard.example,ORCHARD,Act,Ive,Basic,,active\n',
  )
  const importing = async (...more: string[]) =>
    JSON.parse((await portal('import', '--tenant', 'orchard', '--json', ...more, people)).stdout)
  expect(await importing('--invite', '--dry-run')).toMatchObject({ ok: true, files: [{ invited: 0 }] })
  expect(await importing()).toMatchObject({ ok: true, files: [{ new: 2, invited: 0 }] })
  expect(await importing('--invite')).toMatchObject({ ok: true, files: [{ unchanged: 3, invited: 1 }] })
  expect(await importing('--invite')).toMatchObject({ ok: true, files: [{ unchanged: 3, invited: 0 }] })
  const mails = await mailsOf()
  expect(mails).toEqual([
    { kind: 'invitation', recipient: 'ivo@orchard.example', language_code: 'en' },
    { kind: 'invitation', recipient: 'una@orchard.example', language_code: 'it' },
  ])
  expect(await portal('check')).toMatchObject({ code: 0, stdout: expect.stringContaining('all of them hold') })
})

test('the first password of a tenant is on no command line, and the codes that commands need are shown', {
  tags: ['long'],
}, async () => {
  const named = (code: string) => [
    'tenant',
    'create',
    '--code',
    code,
    '--name',
    code,
    '--admin-email',
    `a@${code}.example`,
  ]
  const byInput = await portalWith({ input: 'Sesame-Open-1\nmore' }, ...named('plum'), '--admin-password', '-')
  expect(byInput).toMatchObject({ code: 0, stdout: expect.stringContaining('a@plum.example can sign in.') })
  const byVariable = await portalWith({ env: { ADMIN_PASSWORD: 'Sesame-Open-1' } }, ...named('fig'))
  expect(byVariable).toMatchObject({ code: 0, stdout: expect.stringContaining('the code of its root account is FIG') })
  const invited = await portal(...named('lime'), '--invite', '--host', 'lime.example')
  expect(invited).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      'An invitation to a@lime.example is stored and not sent, because SMTP_URL is absent',
    ),
  })

  // Nobody has accepted yet: a nightly check must not ring.
  expect(await portal('check')).toMatchObject({ code: 0, stdout: expect.stringContaining('all of them hold') })

  const shown = JSON.parse((await portal('tenant', 'show', 'lime', '--json')).stdout)
  expect(shown).toMatchObject({ tenantCode: 'lime', hosts: ['lime.example'], rootAccountCode: 'LIME', users: 1 })
  expect((await portal('tenant', 'show', 'lime')).stdout).toContain('Root account: LIME (lime)')
  const usersOf = async (...args: string[]) =>
    JSON.parse((await portal('user', 'list', '--json', ...args)).stdout).items
  expect(await usersOf('--tenant', 'lime')).toEqual([
    expect.objectContaining({
      email: 'a@lime.example',
      accountCode: 'LIME',
      status: 'user_pending',
      roles: ['SuperAdmin'],
    }),
  ])
  expect(await usersOf('--tenant', 'fig', '--account', 'FIG')).toMatchObject([{ status: 'user_active' }])
  expect((await portal('user', 'list', '--tenant', 'fig', '--account', 'PLUM')).stderr).toContain(
    'There is no account PLUM in fig',
  )
  expect((await mailsOf()).filter(({ recipient }) => recipient === 'a@lime.example')).toHaveLength(1)
})

async function mailsOf(): Promise<{ recipient: string }[]> {
  const client = new pg.Client(database.adminUrl)
  await client.connect()
  const { rows } = await client.query('select kind, recipient, language_code from mails order by mail_id')
  await client.end()
  return rows
}

test.each([
  { args: ['tenant', 'create', '--code', 'x'], says: 'Missing: --name, --admin-email' },
  { args: ['tenant', 'create', ...orchard.slice(0, -2)], says: 'The super admin needs a password or an invitation' },
  { args: ['tenant', 'create', ...orchard, '--invite'], says: 'give --admin-password or --invite, not both' },
  { args: ['tenant', 'create', ...orchard.slice(0, -1), '-'], says: 'No password came on standard input' },
  {
    args: ['tenant', 'create', ...orchard.slice(0, -1), 'weak'],
    says: 'The password lacks 8 characters, a capital, a digit',
  },
  { args: ['tenant', 'create', ...orchard, '--colour', 'red'], says: "Unknown option '--colour'" },
  { args: ['import', '--tenant', 'orchard'], says: 'takes DIR, and was given nothing' },
  {
    args: ['user', 'create', ...pia, '--password', 'Sesame-Open-1', '--invite'],
    says: 'give --password or --invite, not both',
  },
  { args: ['import', '--tenant', 'nobody', '.'], says: 'There is no tenant nobody' },
  { args: ['prune'], says: 'There is no command `prune`' },
])(
  '$says',
  async ({ args, says }) => {
    const { code, stderr } = await portal(...args)
    expect(code).toBe(1)
    expect(stderr).toContain(says)
    expect(stderr).not.toContain('    at ')
  },
  60_000,
)

test('help lists every command', async () => {
  expect(await portal('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('portal import DIR') })
  expect((await portal('import', '--help')).stdout).toContain('--keep-good')
  const all = await portal()
  for (const asked of [['--help'], ['-h'], ['help'], ['--json', '--help']]) expect(await portal(...asked)).toEqual(all)
})

/** The commands in a help text, as they are typed. */
const listedIn = (help: string): string[] => help.match(/(?<=^ {2}portal )\S+(?: [a-z][\w-]*)?(?=[ A-Z]* {2})/gm) ?? []

test('every command and every first word of several says its usage, without an installation', async () => {
  const listed = listedIn((await portal()).stdout)
  expect(listed).toEqual(expect.arrayContaining(['apikey create', 'audit anchor', 'backup prove', 'doctor', 'import']))
  const without = { env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } }
  for (const name of listed)
    for (const asked of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, stdout, stderr } = await portalWith(without, ...asked)
      expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' })
      expect(stdout.startsWith(`portal ${name}`), name).toBe(true)
    }
  const firsts = new Set(listed.map((name) => name.split(' ')[0] ?? '').filter((first) => !listed.includes(first)))
  expect(firsts).toContain('apikey')
  for (const first of firsts) {
    const { code, stdout, stderr } = await portalWith(without, first, '--help')
    expect({ first, code, stderr }).toEqual({ first, code: 0, stderr: '' })
    expect(listedIn(stdout)).toEqual(listed.filter((name) => name.split(' ')[0] === first))
    expect((await portalWith(without, 'help', first)).stdout).toBe(stdout)
  }
})

test('a first word alone is no command, and is answered with the commands that begin so', async () => {
  for (const typed of [['apikey'], ['apikey', 'make'], ['apikey', 'make', '--help']]) {
    const { code, stdout, stderr } = await portal(...typed)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`There is no command \`${typed.join(' ')}\``)
    expect(listedIn(stderr)).toEqual(['apikey create', 'apikey list', 'apikey end'])
  }
  expect((await portal('prune', '--help')).code).toBe(1)
})

test('the exit code shows what failed', { tags: ['long'] }, async () => {
  const node = [await builtProgram('cli/portal.js'), 'prune']
  const code = await new Promise((resolve) => {
    execFile(process.execPath, node, { env: { ...process.env, NODE_OPTIONS: '' } }, (error) => resolve(error?.code))
  })
  expect(code).toBe(1)
})

test.skipIf(process.platform !== 'linux')(
  'a command does its work when nobody reads what it says, and tells a full disk',
  { tags: ['long'] },
  async () => {
    const program = await builtProgram('cli/portal.js')
    const run = async (...stdio: [number | 'pipe', number | 'pipe']) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: folder, NODE_ENV: 'test' }
      const args = [
        'tenant',
        'create',
        '--code',
        `quiet${stdio[0] === 'pipe' ? '' : '2'}`,
        '--name',
        'Quiet',
        ...sesame,
      ]
      const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', ...stdio] })
      let said = ''
      child.stdout?.destroy()
      child.stderr?.on('data', (chunk) => (said += chunk))
      const [code] = await once(child, 'close')
      return { code, said }
    }
    expect(await run('pipe', 'pipe')).toEqual({ code: 0, said: '' })
    const full = openSync('/dev/full', 'w')
    const { code, said } = await run(full, 'pipe')
    closeSync(full)
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('The output could not be written') })
    expect(said).not.toContain('    at ')
    const { items } = JSON.parse((await portal('tenant', 'list', '--json')).stdout)
    expect(items.map(({ tenantCode }: { tenantCode: string }) => tenantCode)).toEqual(
      expect.arrayContaining(['quiet', 'quiet2']),
    )
  },
)
