import { encodings } from '@trellis/contract/encodings'
import { importChangesOfPage } from '@trellis/contract/import-preview'
import {
  type FileOutcome,
  type Interrupted,
  importFolder,
  type ToldProblem,
  undoRun,
  writeTemplates,
} from '../modules/imports/index.ts'
import { inBulk, type Mailer } from '../modules/mail/index.ts'
import { type Invite, invite } from '../modules/people/index.ts'
import type { Database } from '../platform/database/database.ts'
import {
  type Command,
  CommandError,
  type Given,
  maybeList,
  maybeText,
  type Output,
  tenantOf,
  textOf,
} from './command.ts'
import { linesOfChanges } from './import-changes.ts'
import { openProgress } from './import-progress.ts'
import { recipesOf } from './import-recipes.ts'

export const importCommand: Command = {
  name: 'import',
  positionals: ['DIR'],
  summary: 'Records of before, from the CSV or xlsx files of a folder; importing the same again changes nothing',
  options: {
    tenant: { type: 'string', help: 'C code of the tenant' },
    template: { type: 'boolean', help: 'write an example of every file to the folder instead; see docs/import.md' },
    'dry-run': { type: 'boolean', help: 'say what is wrong and what would happen, and keep nothing' },
    'keep-good': {
      type: 'boolean',
      help: 'keep the good rows of a file with bad ones; the others go to refused-<file>.csv here',
    },
    'keep-all': { type: 'boolean', help: 'read rows of totals, and notes at the end of a file, like all others' },
    'leave-columns': { type: 'boolean', help: 'leave out columns that are not known, instead of refusing the file' },
    decimal: { type: 'string', help: 'comma|point in amounts, where no column shows it' },
    dates: { type: 'string', help: 'day|month comes first in dates such as 04/05/2024, where no column shows it' },
    encoding: { type: 'string', help: `E encoding of the CSV files, where it is not found: ${encodings.join(', ')}` },
    sheet: { type: 'string', help: 'S sheet of the workbooks; the first one without it' },
    recipe: {
      type: 'string',
      several: true,
      help: 'R how the files of a source are read: a .json file of the import screen, or the name of a recipe',
    },
    invite: { type: 'boolean', help: 'send an invitation to whoever is pending and has none that still works' },
    undo: {
      type: 'string',
      alone: true,
      help: 'RUN take back what an import of the last day made and changed, as far as nothing was built on it; in place of DIR',
    },
    'what-can-be': { type: 'boolean', help: 'with --undo: take back what can be, and leave the rest as it is' },
  },
  async run({ given, positionals, out, config, database, mailer }) {
    refuseContradictions(given)
    if (given.template === true) {
      const files = await writeTemplates(positionals[0] ?? '.')
      out.say(`Examples of ${files.join(', ')} are in ${positionals[0]}. docs/import.md explains their columns.`)
      out.answer({ ok: true, files })
      return true
    }
    const undone = maybeText(given, 'undo')
    const encoding = oneOf(given, 'encoding', encodings)
    const decimal = oneOf(given, 'decimal', ['comma', 'point'] as const)
    const order = oneOf(given, 'dates', ['day', 'month'] as const)
    const code = textOf(given, 'tenant')
    const db = await database()
    const tenant = await tenantOf(db, code)
    if (undone !== undefined)
      return undo(db, tenant.tenantId, undone, { whatCanBe: given['what-can-be'] === true, out })
    const dryRun = given['dry-run'] === true
    let runId: string | null = null
    const recipes = await recipesOf(db, tenant.tenantId, maybeList(given, 'recipe') ?? [])
    const outcomes: FileOutcome[] = []
    const problems: (ToldProblem & { file: string })[] = []
    const good = await importFolder(db, tenant.tenantId, positionals[0] ?? '.', {
      dryRun,
      keepGood: given['keep-good'] === true,
      refusedTo: process.cwd(),
      keepAll: given['keep-all'] === true,
      leaveOthers: given['leave-columns'] === true,
      formats: {
        ...(decimal && { decimals: { '*': decimal === 'comma' ? ',' : '.' } }),
        ...(order && { orders: { '*': order } }),
      },
      ...(encoding && { encoding }),
      ...(typeof given.sheet === 'string' && { sheet: given.sheet }),
      recipes,
      onProgress: openProgress,
      ...(given.invite === true && { invite: inviting(inBulk(mailer())) }),
      onProblem: (file, problem) => {
        if (out.json) problems.push({ file, ...problem })
        else out.complain(sentence(file, problem))
      },
      onWait: (running) =>
        out.complain(`Another import into this tenant is at work, ${running}. This one waits for it.`),
      onRun: (id) => {
        runId = id
      },
      onInterrupted: (before) => out.complain(wordsOf(before)),
      onFile: (outcome) => {
        outcomes.push(outcome)
        for (const line of linesOf(outcome, { dryRun, sendsMail: config().smtpUrl !== undefined })) out.say(line)
      },
    })
    out.say(summary(good, dryRun))
    if (runId !== null && outcomes.some((each) => each.outcome === 'imported' && each.new + each.changed > 0))
      out.say(`For a day \`portal import --tenant ${tenant.code} --undo ${runId}\` takes it back.`)
    out.answer({ ok: good, dryRun, runId, files: outcomes, problems })
    return good
  },
}

async function undo(
  db: Database,
  tenantId: string,
  id: string,
  { whatCanBe, out }: { whatCanBe: boolean; out: Output },
): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new CommandError(`${id} is not the id of an import.`)
  const { isUndone, removed, restored, obstacles, obstacleCount } = await undoRun(db, tenantId, id, {
    whatCanBe,
    onWait: (running) => out.complain(`Another import into this tenant is at work, ${running}. This waits for it.`),
  })
  for (const { entity, entityId, entityName, message } of obstacles)
    out.complain(`${entity.replaceAll('_', ' ')} ${entityName ?? entityId} ${message}`)
  if (obstacleCount > obstacles.length) out.complain(`… and ${obstacleCount - obstacles.length} more`)
  if (isUndone) out.say(`The import was undone: ${removed} removed, ${restored} as before.`)
  else out.say('Nothing was undone. With --what-can-be the rest is taken back.')
  out.answer({ ok: isUndone, isUndone, removed, restored, obstacles, obstacleCount })
  return isUndone
}

/** What would be ignored otherwise: a dry run would undo. */
function refuseContradictions(given: Given): void {
  const others = (...but: string[]) => {
    const names = Object.keys(given).filter((name) => !['json', ...but].includes(name))
    return names.length === 0 ? null : `leave out --${names.join(', --')}.`
  }
  if (given.undo === undefined && given['what-can-be'] === true)
    throw new CommandError('--what-can-be belongs to --undo.')
  const ofUndo = given.undo === undefined ? null : others('undo', 'what-can-be', 'tenant')
  if (ofUndo !== null) throw new CommandError(`--undo takes an import back as it is: ${ofUndo}`)
  const ofTemplate = given.template === true ? others('template') : null
  if (ofTemplate !== null) throw new CommandError(`--template writes examples and imports nothing: ${ofTemplate}`)
}

/** The value of an option that has only a few. */
function oneOf<Value extends string>(given: Given, name: string, values: readonly Value[]): Value | undefined {
  const value = given[name]
  if (value === undefined) return undefined
  const found = values.find((each) => each === String(value).toLowerCase())
  if (found === undefined) throw new CommandError(`--${name} ${value} is none of ${values.join(', ')}.`)
  return found
}

/** Invitations of an import have no inviting user. */
const inviting =
  (mailer: Mailer): Invite =>
  (tx, user) =>
    invite(tx, user, null, mailer)

/** Describes what an interrupted import left behind. */
function wordsOf({ startedAt, startedBy, file, phase, complete }: Interrupted): string {
  const begun = `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${startedBy}`
  const stopped = file === null ? '' : ` while ${phase} ${file}, of which nothing was kept`
  const done = complete.length === 0 ? '' : ` Complete: ${complete.join(', ')}.`
  return `The import begun ${begun} was interrupted${stopped}.${done} This one goes on from there.`
}

/** `orders.csv line 12, quantity "x": is not a whole number` */
function sentence(file: string, { line, column, value, reason }: ToldProblem): string {
  const place =
    column === null
      ? ''
      : `, ${column}${value === null ? '' : ` ${JSON.stringify(value.length > 200 ? `${value.slice(0, 200)}…` : value)}`}`
  return `${file} line ${line}${place}: ${reason}`
}

function linesOf(outcome: FileOutcome, { dryRun, sendsMail }: { dryRun: boolean; sendsMail: boolean }): string[] {
  const { file, rows, bad, removed, seconds, sums, invited, notImported, leftOut, refusedFile } = outcome
  if (outcome.outcome === 'skipped') return [`${file}: not read`]
  const count = (number: number) => number.toLocaleString('en')
  const rate = seconds > 0 ? ` in ${seconds.toFixed(1)} s, ${count(Math.round(rows / seconds))} a second` : ''
  const head =
    outcome.outcome === 'refused'
      ? `${file}: ${count(rows)} rows, ${count(bad)} bad; nothing of it ${dryRun ? 'would be' : 'was'} kept`
      : `${file}: ${count(rows)} rows${rate}: ${count(outcome.new)} new, ${count(outcome.changed)} changed, ${count(outcome.unchanged)} unchanged${bad > 0 ? `, ${count(bad)} refused` : ''}`
  const figures = Object.entries(sums).map(([name, sum]) => `${name} ${typeof sum === 'number' ? count(sum) : sum}`)
  return [
    head,
    ...(figures.length > 0 ? [`  ${figures.join(' · ')}`] : []),
    ...(invited > 0
      ? [
          `  ${count(invited)} ${invited === 1 ? 'invitation is' : 'invitations are'} ${sendsMail ? 'on the way' : 'stored and not sent, because SMTP_URL is absent'}`,
        ]
      : []),
    ...(removed > 0 ? [`  ${count(removed)} control characters were removed`] : []),
    ...(notImported.length > 0 ? [`  not imported: ${notImported.join(', ')}`] : []),
    ...(leftOut.length > 0 ? [`  left out as totals or notes: line ${someOf(leftOut)}`] : []),
    ...outcome.warnings.map(
      ({ message, lines }) => `  is this meant? It ${message}${lines.length > 0 ? ` (line ${someOf(lines)})` : ''}`,
    ),
    ...(outcome.changes === null ? [] : linesOfChanges(outcome.changes, importChangesOfPage)),
    ...(refusedFile ? [`  the refused rows are in ${refusedFile}`] : []),
  ]
}

const someOf = (lines: number[]) =>
  `${lines.slice(0, 10).join(', ')}${lines.length > 10 ? `, … (${lines.length})` : ''}`

function summary(good: boolean, dryRun: boolean): string {
  if (dryRun)
    return good ? 'All of it would be imported. Nothing was kept.' : 'Not all of it can be imported. Nothing was kept.'
  return good ? 'All of it was imported.' : 'Not all of it was imported.'
}
