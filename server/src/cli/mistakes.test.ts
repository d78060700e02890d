// @module-tag long
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { written } from '../modules/imports/index.ts'
import { network } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'

/* What an operator types, names or finds wrong ends with a sentence: no stack, no secret, nothing half done. */

const world = await network()
const portal = operatorOf(world)
const folder = mkdtempSync(join(tmpdir(), 'trellis-mistakes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const plain = at('plain')
writeFileSync(plain, 'a file')
mkdirSync(at('csv/accounts.csv'), { recursive: true })

/** With the included database in another folder. */
const portalIn = (path: string) => operatorOf(world, { DATABASE_URL: '', DATA_DIR: path })
const inFolder = (name: string) => portalIn(at(name))
mkdirSync(at('damaged'))
writeFileSync(at('damaged/postgres.json'), '{"adminPassword":"hidden')
mkdirSync(at('older/postgres'), { recursive: true })
writeFileSync(at('older/postgres/PG_VERSION'), '13\n')
writeFileSync(at('older/postgres.json'), '{"adminPassword":"hidden","ownerPassword":"hidden","users":[]}')
mkdirSync(at('lost/postgres'), { recursive: true })

test.each([
  ['a backup below a file', () => portal('backup', join(plain, 'x')), 'cannot be used: not a directory (ENOTDIR'],
  ['the proof of a folder', () => portal('backup', 'prove', folder), 'is a folder: name the backup in it'],
  ['an import of a folder in place of a file', () => importOf('csv'), 'illegal operation on a directory'],
  ['a data folder that is a file', () => inFolder('plain')('migrate'), `${plain} cannot be used`],
  ['a data folder below a file', () => inFolder('plain/x')('migrate'), 'cannot be used: not a directory'],
  ['the same, looked at', () => inFolder('plain/x')('doctor'), 'cannot be written (ENOTDIR)'],
  ['a data folder that takes no folders', () => portalIn('/proc/x')('migrate'), '/proc/x cannot be used'],
  ['the same, looked at', () => portalIn('/proc/x')('doctor'), '/proc/x cannot be written (ENOENT)'],
  ['a secret key in it', () => operatorOf(world, { DATA_DIR: '/proc/x' })('tenant', 'list'), '/proc/x cannot be used'],
  ['an export to it', () => portal('export', '--tenant', 'verdant', '/proc/x/y'), 'The folder cannot be written'],
  ['a move to it', () => portal('tenant', 'export', 'verdant', '/proc/x/y'), 'The folder cannot be written'],
  ['a folder without a database', () => inFolder('nowhere')('backup', at('empty.backup')), 'There is no database in'],
  ['damaged passwords of the database', () => inFolder('damaged')('tenant', 'list'), 'postgres.json, which holds the'],
  ['lost passwords of the database', () => inFolder('lost')('tenant', 'list'), 'is missing'],
  ['a database of another PostgreSQL', () => inFolder('older')('tenant', 'list'), 'is of PostgreSQL 13'],
])('%s is told in a sentence', async (_, run, sentence) => {
  const { isDone, stdout, stderr } = await run()
  expect(isDone).toBe(false)
  expect(stdout + stderr).toContain(sentence)
  expect(stdout + stderr).not.toMatch(/^ +at |hidden/m)
})

test('a command that finds no database makes none', () => expect(existsSync(at('nowhere'))).toBe(false))

const importOf = (name: string, ...more: string[]) => portal('import', '--tenant', 'verdant', at(name), ...more)

test('a secret key that a full disk left empty is refused, because anybody could guess what it seals', async () => {
  mkdirSync(at('empty-key'))
  writeFileSync(at('empty-key/secret-key'), '')
  const { isDone, stderr } = await operatorOf(world, { DATA_DIR: at('empty-key') })('tenant', 'list')
  expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining('secret-key is damaged') })
})

test('a part of a password that stands in place of a host is not repeated', async () => {
  const { stderr } = await operatorOf(world, { DATABASE_URL: 'postgres://u:hidden,pa/ss@host/db' })('tenant', 'list')
  expect(stderr).toContain('DATABASE_URL: names a server that is no host: the 1. of 2')
  expect(stderr).not.toContain('hidden')
})

const made = ['tenant', 'create', '--code', 'quince', '--admin-email', 'q@quince.example', '--admin-password']
const named = (code: string) => [...made.slice(0, 3), code, '--name', 'Quince', ...made.slice(4)]
const key = ['apikey', 'create', '--tenant', 'verdant', '--account', 'VERDANT', '--by', world.vendor.email]
const user = [
  'user',
  'create',
  '--tenant',
  'verdant',
  '--account',
  'NORDICO',
  '--roles',
  'Basic',
  '--email',
  'q@q.example',
]
const long = 'x'.repeat(256)

test.each([
  [[...made, 'Sesame-Open-1', '--name', 'Quince', '--host', 'https://quince.example'], '--host: Not a host name'],
  [[...made, 'Sesame-Open-1', '--name', long], '--name: At most 100 characters.'],
  [[...named('create'), 'Sesame-Open-1'], '--code: This value is taken.'],
  [[...named('Create'), 'Sesame-Open-1', '--sandbox'], '--code: This value is taken.'],
  [[...named('xn--quince'), 'Sesame-Open-1'], '--code: Letters, digits and hyphens, as in a host name.'],
  [[...made, 'Sesame-Open-1', '--name', 'Quince', '--admin-last-name', long], '--admin-last-name: At most 255'],
  [[...made, 'Sesame-Open-1', '--name', 'Quince', '--name', 'Quinces'], '--name is given twice'],
  [[...user, '--first-name', long, '--last-name', 'Q'], '--first-name: At most 255 characters.'],
  [['user', 'list', '--tenant', 'verdant', '--account', 'NOBODY'], 'There is no account NOBODY in verdant.'],
  [[...key, '--name', 'ERP'], 'Give --permission, or --scim'],
  [[...key, '--name', 'ERP', '--scim', '--permission', 'Orders=r'], 'Give --permission, or --scim'],
  [[...key, '--name', 'ERP', '--permission', 'Orders=x'], '--permission number 1: Not flags such as c-r-u.'],
  [
    [...key, '--name', 'ERP', '--permission', 'Orders=r', '--expires', '2020-01-01'],
    '--expires: A key ends in the future.',
  ],
  [['check', '--tenant', 'verdant', '--against', folder], 'leave out --tenant'],
  [['import', '--tenant', 'verdant', folder, '--what-can-be'], '--what-can-be belongs to --undo.'],
  [
    ['import', '--tenant', 'verdant', '--undo', '0198cf13-3800-7279-841c-27847f93c47d', '--dry-run'],
    'leave out --dry-run',
  ],
  [['import', '--tenant', 'verdant', '--template', folder, '--dry-run'], 'leave out --tenant, --dry-run.'],
])('%j is refused, and why is said by the names of the options', async (args, sentence) => {
  const { isDone, stderr } = await portal(...args)
  expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining(sentence) })
})

test('a file that cannot be written while records are exported is told, and ends no process', async () => {
  await expect(written(join(plain, 'accounts.csv'), ['x'])).rejects.toThrow('ENOTDIR')
})

test('good rows are not kept where those that are refused could not be written', async () => {
  mkdirSync(at('bad'))
  writeFileSync(at('bad/products.csv'), 'sku,name,price\nFIG,Figs,1\nPLUM,Plums,x\n')
  const lost = vi.spyOn(process, 'cwd').mockReturnValue(at('nowhere'))
  const { isDone, stderr } = await importOf('bad', '--keep-good').finally(() => lost.mockRestore())
  expect({ isDone, stderr }).toEqual({ isDone: false, stderr: expect.stringContaining('Nothing was imported.') })
  expect((await importOf('bad', '--dry-run', '--keep-good')).stdout).toContain('1 new')
})

test('what is said of files that are not in the folder is refused, and not passed over', async () => {
  mkdirSync(at('said'))
  writeFileSync(at('said/products.csv'), 'sku,name,price\nFIG,Figs,1\n')
  expect((await importOf('said', '--sheet', 'Figs')).stderr).toContain('A sheet is of a workbook')
  const recipe = at('recipe.json')
  writeFileSync(recipe, JSON.stringify({ name: 'Figs', kind: 'accounts', headings: ['Name'], columns: {} }))
  expect((await importOf('said', '--recipe', recipe)).stderr).toContain('has no accounts.csv')
  expect((await importOf('said', '--dry-run')).stdout).toContain('1 new')
})

test('a file whose name is that of an import but for its case is not passed over', async () => {
  mkdirSync(at('case'))
  writeFileSync(at('case/Accounts.CSV'), 'accountCode\n')
  expect((await importOf('case')).stderr).toContain('Accounts.CSV is not a file of an import')
})
