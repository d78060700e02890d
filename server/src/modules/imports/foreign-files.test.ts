// @module-tag long
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCsv } from '@trellis/contract/csv'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { Layout } from '@trellis/contract/import-plan'
import type { Recipe } from '@trellis/contract/import-recipe'
import { imports } from '@trellis/contract/imports'
import { afterAll, expect, test } from 'vitest'
import { lacking, matched, recipeOf, understand, untranslated } from '../../../../web/src/features/imports/columns.ts'
import { outgoing } from '../../../../web/src/features/imports/outgoing.ts'
import { type ReadFile, readSheet, SheetError, withRows } from '../../../../web/src/features/imports/sheet.ts'
import { createTenant } from '../../cli/create-tenant.ts'
import { type ForeignFile, foreignFiles } from '../../testing/foreign/files.ts'
import { base, type Truth } from '../../testing/foreign/truth.ts'
import { isFull } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { exportFolder } from './engine/export-folder.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'

/*
 * Files as other programs write them, each through both doors: the import as the screen uses it, and `portal import` with the
 * recipe that the screen would keep.
 */

const world = await network()
const { vendor } = world
const scratch = mkdtempSync(join(tmpdir(), 'trellis-foreign-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const folderOf = (files: Record<string, string | Uint8Array>) => {
  const folder = mkdtempSync(join(scratch, 'files-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

const { tenantId: commandTenant } = await createTenant(world.db, {
  ...{ code: 'command', name: 'Verdant', currencyCode: 'EUR' },
  ...{ adminEmail: 'vera@command.example', adminPassword: 'Orchard-Lane-Ladder-27' },
})
const text = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n`
const root = { 'accounts.csv': text(['accountCode,accountName,groupName', 'VERDANT,Verdant,OPCO']) }
const before = Object.fromEntries(Object.entries(base).map(([name, lines]) => [name, text(lines)]))
for (const tenantId of [world.tenantId, commandTenant])
  for (const files of [root, before]) {
    const said: string[] = []
    await importFolder(world.db, tenantId, folderOf(files), {
      ...{ dryRun: false, keepGood: false, refusedTo: scratch },
      onProblem: (file, { line, reason }) => said.push(`${file} ${line}: ${reason}`),
    })
    expect(said).toEqual([])
  }

/** `asked`: it came in once what is uncertain was answered. */
interface Verdict {
  came: 'in' | 'asked' | 'not in'
  /** What was asked, or why it did not come in. */
  why: string[]
  recipe?: Recipe
}

async function sent(kind: ImportKind, csv: string, dryRun: boolean) {
  const body = { kind, fileName: `${kind}.csv`, csv, dryRun }
  const { id } = await vendor.call(imports.create, { body })
  await runQueued(world, importTask)
  const { outcome, errors } = await vendor.call(imports.read, { params: { id } })
  return {
    good: outcome === 'imported',
    why: errors.slice(0, 3).map((e) => `${e.line} ${e.column} ${e.value}: ${e.message}`),
  }
}

/** Within which a file is held as a whole, and those with which each is treated as a large one. */
const ordinary = { bytes: 10_000_000, rows: 50_000, large: 500_000_000 }
const asLarge = { ...ordinary, rows: 0 }

async function readAs(file: ForeignFile, limits = ordinary): Promise<{ sheet: ReadFile; asked: string[] }> {
  const content = new File([file.content.slice()], file.fileName)
  try {
    return { sheet: await readSheet(file.kind, content, limits), asked: [] }
  } catch (error) {
    if (!(error instanceof SheetError) || error.trouble !== 'doubtfulLetters') throw error
    const { encoding } = file.answers
    if (encoding === undefined) throw error
    return { sheet: await readSheet(file.kind, content, limits, { encoding }), asked: ['letters'] }
  }
}

/** As the import screen does: nothing is answered that need not be, and everything that is asked. */
async function throughScreen(file: ForeignFile): Promise<Verdict> {
  const { sheet, asked } = await readAs(file)
  const found = matched(file.kind, sheet.header)
  const first = understand(file.kind, sheet, found)
  const open = openIn(first)
  const attempt = open.length > 0 ? null : await sent(file.kind, outgoing(first).csv, true)
  const isKnown = attempt?.good === true && !differs(rowsOf(outgoing(first).csv), file)
  if (attempt?.good === true && isWrong(rowsOf(outgoing(first).csv), file))
    return { came: 'in', why: ['silently wrong'] }
  const layout: Layout = isKnown ? found : file.answers
  const laid = withRows(file.kind, sheet, layout)
  const said = understand(file.kind, laid, layout)
  if (openIn(said).length > 0) return { came: 'not in', why: openIn(said) }
  const { good, why } = await sent(file.kind, outgoing(said).csv, false)
  if (!good) return { came: 'not in', why }
  const questions = [...asked, ...open, ...(attempt?.why ?? [])]
  return {
    came: isKnown && asked.length === 0 ? 'in' : 'asked',
    why: questions,
    recipe: recipeOf(file.source, file.kind, sheet, said, layout),
  }
}

/** As the import screen does with a file that is too large to be held: its first rows are looked at, and all of it is sent as it is. */
async function inPieces(file: ForeignFile): Promise<string[]> {
  const { sheet, asked } = await readAs(file, asLarge)
  const layout: Layout = file.answers
  const laid = withRows(file.kind, sheet, layout)
  const said = understand(file.kind, laid, layout)
  if (openIn(said).length > 0) return openIn(said)
  const content = Buffer.from(file.content)
  const of = { kind: file.kind, fileName: file.fileName }
  const { uploadId } = await vendor.call(imports.upload, {
    body: { ...of, sizeInBytes: content.length, fingerprint: file.source },
  })
  const { status } = await vendor.raw(imports.piece, { params: { id: uploadId, number: 1 }, body: content })
  expect(status).toBe(204)
  const { id } = await vendor.call(imports.create, {
    body: {
      ...{ ...of, uploadId, dryRun: false, headerLine: sheet.headerLine },
      recipe: recipeOf(file.source, file.kind, sheet, said, layout),
      ...(asked.length > 0 && { encoding: file.answers.encoding }),
    },
  })
  await runQueued(world, importTask)
  const { outcome, errors } = await vendor.call(imports.read, { params: { id } })
  if (outcome !== 'imported') return errors.slice(0, 3).map((e) => `${e.line} ${e.column} ${e.value}: ${e.message}`)
  return []
}

const openIn = (read: ReturnType<typeof understand>): string[] => [
  ...lacking(read),
  ...read.faults.map(({ column, reason }) => `${column} ${reason}`),
  ...untranslated(read).map(({ column, word }) => `${column} “${word}”`),
]

/** `portal import`, with the recipe where the file does not come in without. */
async function byCommand(file: ForeignFile, recipe: Recipe | undefined): Promise<Verdict> {
  const run = async (recipes: Recipe[], dryRun: boolean) => {
    const why: string[] = []
    const good = await importFolder(world.db, commandTenant, folderOf({ [file.fileName]: file.content }), {
      ...{ dryRun, keepGood: false, refusedTo: scratch, recipes },
      onProblem: (_, { line, column, value, reason }) => why.push(`${line} ${column} ${value}: ${reason.slice(0, 90)}`),
    })
    return { good, why: why.slice(0, 3) }
  }
  const without = await run([], true)
  if (without.good) return { came: 'in', why: (await run([], false)).why }
  const { good, why } = await run(recipe === undefined ? [] : [recipe], false)
  return good ? { came: 'asked', why: without.why } : { came: 'not in', why }
}

type Rows = Record<string, string>[]

function rowsOf(csv: string): Rows {
  const reader = openCsv()
  const [head, ...rows] = [...reader.push(csv), ...reader.end()]
  return rows.map(({ cells }) => Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

/** Amounts by their value, dates by their day, as the columns hold them. */
function alike(kind: ImportKind, name: string, there: string, truth: string): boolean {
  const holds = importColumns[kind].find((column) => column.name === name)?.holds
  if (holds === 'money')
    return there.replace(/^\D+/, '') !== '' && Number(there.replace(/^[^\d-]+/, '')) === Number(truth)
  if (holds === 'date') return there.slice(0, 10) === truth
  return there === truth
}

/** Some cell that is there is not what the file says, or there are other records than in the file. */
const isWrong = (rows: Rows, { kind, records }: ForeignFile): boolean =>
  rows.length !== records.length ||
  rows.some((row, n) =>
    Object.entries(row).some(([name, there]) => there !== '' && !alike(kind, name, there, records[n]?.[name] ?? there)),
  )
const differs = (rows: Rows, file: ForeignFile): boolean =>
  isWrong(rows, file) ||
  file.records.some((record, n) =>
    Object.keys(record).some((name) => (rows[n]?.[name] ?? '') === '' && !isOurs(file, name)),
  )

/** A value that only this file's reader can know, such as the account of the deals. */
const isOurs = (file: ForeignFile, name: string) => file.answers.columns[name]?.value !== undefined

const keys: Record<string, string[]> = {
  accounts: ['accountCode'],
  users: ['email'],
  products: ['sku'],
  'price-lists': ['priceListName', 'sku', 'customPrice'],
  stock: ['sku'],
  orders: ['orderRefCode', 'line'],
  licenses: ['serialKey'],
  deals: ['code'],
}

/** What is wrong in an installation about the records of a file. */
function wrongIn(exported: Map<string, Rows>, file: ForeignFile, id: string): string[] {
  const rows = exported.get(file.kind) ?? []
  const own = keys[file.kind] ?? []
  const keyOf = (row: Truth) =>
    own.map((name) => (name === 'customPrice' ? String(Number(row[name])) : row[name])).join(' ')
  const known = new Map(rows.map((row) => [keyOf(row), row] as const))
  const missing = file.records.flatMap((record) => {
    const row = known.get(keyOf(record))
    if (row === undefined) return [`${keyOf(record)} is not there`]
    return Object.entries(record).flatMap(([name, truth]) =>
      alike(file.kind, name, row[name] ?? '', truth) ? [] : [`${keyOf(record)} ${name}: ${row[name]} for ${truth}`],
    )
  })
  const expected = new Set(file.records.map(keyOf))
  const ofFile = (row: Truth) => keyOf(row).toLowerCase().startsWith(id.toLowerCase())
  const more = file.kind === 'price-lists' ? [] : rows.filter((row) => ofFile(row) && !expected.has(keyOf(row)))
  return [...missing, ...more.map((row) => `${keyOf(row)} is none of its records`)]
}

async function exportedFrom(tenantId: string): Promise<Map<string, Rows>> {
  const folder = join(mkdtempSync(join(scratch, 'export-')), 'all')
  await exportFolder(world.db, tenantId, folder)
  return new Map(Object.keys(keys).map((kind) => [kind, rowsOf(readFileSync(join(folder, `${kind}.csv`), 'utf8'))]))
}

test('of the files of other programs nearly all come in unedited through both doors, and none with wrong letters, amounts, dates or codes', async () => {
  const forScreen = await foreignFiles('S')
  const forCommand = await foreignFiles('C')
  const verdicts: { source: string; screen: Verdict; command: Verdict }[] = []
  for (const [index, file] of forScreen.entries()) {
    const screen = await throughScreen(file).catch(
      (error: Error): Verdict => ({ came: 'not in', why: [error.message] }),
    )
    const command = await byCommand(forCommand[index] as ForeignFile, screen.recipe)
    verdicts.push({ source: file.source, screen, command })
  }
  const onScreen = await exportedFrom(world.tenantId)
  const byTheCommand = await exportedFrom(commandTenant)
  const lines = verdicts.map(({ source, screen, command }, index) => {
    const ofScreen = forScreen[index] as ForeignFile
    const ofCommand = forCommand[index] as ForeignFile
    const idOf = (file: ForeignFile) => (file.kind === 'stock' ? '-' : file.id)
    const wrong = [
      ...(screen.why.includes('silently wrong') ? ['silently wrong'] : []),
      ...(screen.came === 'not in' ? [] : wrongIn(onScreen, ofScreen, idOf(ofScreen))),
      ...(command.came === 'not in' ? [] : wrongIn(byTheCommand, ofCommand, idOf(ofCommand))),
    ]
    return { source, screen, command, wrong }
  })
  const table = lines.map(
    ({ source, screen, command, wrong }) =>
      `${source.padEnd(52)} ${screen.came.padEnd(7)} ${command.came.padEnd(7)} ${wrong.length > 0 ? `WRONG ${wrong.slice(0, 3).join('; ')}` : screen.why.join(', ').slice(0, 150)}`,
  )
  const count = (door: 'screen' | 'command', came: Verdict['came']) =>
    lines.filter((line) => line[door].came === came).length
  const sums = (['screen', 'command'] as const).map(
    (door) => `${door}: ${count(door, 'in')} in, ${count(door, 'asked')} asked, ${count(door, 'not in')} not in`,
  )
  console.info(
    [
      ...table,
      `${lines.length} files; ${sums.join('; ')}; ${lines.filter(({ wrong }) => wrong.length > 0).length} wrong`,
    ].join('\n'),
  )
  expect(lines.length).toBeGreaterThanOrEqual(isFull ? 80 : 14)
  expect(lines.filter(({ wrong }) => wrong.length > 0).map(({ source, wrong }) => [source, ...wrong])).toEqual([])
  const notIn = lines.filter(({ screen, command }) => screen.came === 'not in' || command.came === 'not in')
  expect(
    notIn.map(({ source, screen, command }) => [source, screen.why, command.why]).slice(Math.floor(lines.length / 20)),
  ).toEqual([])
})

test('the same files come in as they are, read by the server from pieces', async () => {
  // The opening balance of an account can be imported only once.
  const files = (await foreignFiles('U')).filter(({ kind }) => kind !== 'stock')
  const refused: string[][] = []
  for (const file of files) {
    const why = await inPieces(file)
    if (why.length > 0) refused.push([file.source, ...why])
  }
  expect(refused).toEqual([])
  const exported = await exportedFrom(world.tenantId)
  const wrong = files.flatMap((file) => {
    const found = wrongIn(exported, file, file.id)
    return found.length > 0 ? [[file.source, ...found.slice(0, 3)]] : []
  })
  expect(wrong).toEqual([])
})
