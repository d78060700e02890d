import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { runPortal } from './run.ts'

const database = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'trellis-portal-'))
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The command as the operator types it, on the test's database. */
async function portal(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof said) => ({
    write: (text: string) => {
      said[name] += text
    },
  })
  const env = { DATABASE_URL: database.url, NODE_ENV: 'test' }
  const done = await runPortal(args, env, { stdout: stream('stdout'), stderr: stream('stderr') })
  return { code: done ? 0 : 1, ...said }
}

const sesame = ['--admin-email', 'admin@orchard.example', '--admin-password', 'Sesame-Open-1']
const orchard = ['--code', 'orchard', '--name', 'Orchard', ...sesame]

test('an operator makes a tenant and a user, imports, and checks', async () => {
  expect(await portal('tenant', 'create', ...orchard)).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse((await portal('tenant', 'list', '--json')).stdout)).toMatchObject({
    items: [{ tenantCode: 'orchard', tenantName: 'Orchard' }],
  })
  const user = [
    '--tenant',
    'orchard',
    '--account',
    'ORCHARD',
    '--email',
    'pia@orchard.example',
    '--roles',
    'VendorManager',
  ]
  expect(await portal('user', 'create', ...user, '--first-name', 'Pia', '--last-name', 'Apfel')).toMatchObject({
    code: 0,
  })
  expect(await portal('user', 'create', ...user, '--first-name', 'Pia', '--last-name', 'Apfel')).toMatchObject({
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

test.each([
  { args: ['tenant', 'create', '--code', 'x'], says: 'Missing: --name, --admin-email, --admin-password' },
  {
    args: ['tenant', 'create', ...orchard.slice(0, -1), 'weak'],
    says: 'The password lacks 8 characters, a capital, a digit',
  },
  { args: ['tenant', 'create', ...orchard, '--colour', 'red'], says: "Unknown option '--colour'" },
  { args: ['import', '--tenant', 'orchard'], says: 'takes DIR, and was given nothing' },
  { args: ['import', '--tenant', 'orchard', '--invite', '.'], says: '--invite is not supported by this version' },
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

test('help says what there is', async () => {
  expect(await portal('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('portal import DIR') })
  expect((await portal('import', '--help')).stdout).toContain('--keep-good')
})

test('what was not done shows in the exit code', async () => {
  const entry = fileURLToPath(new URL('portal.ts', import.meta.url))
  const node = ['--conditions=source', '--import', 'tsx', entry, 'prune']
  const code = await new Promise((resolve) => {
    execFile(process.execPath, node, { env: { ...process.env, NODE_OPTIONS: '' } }, (error) => resolve(error?.code))
  })
  expect(code).toBe(1)
})
