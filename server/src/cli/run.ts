import { migrate } from '../migrate.ts'
import { ImportError } from '../modules/imports/index.ts'
import { openMailer } from '../modules/mail/index.ts'
import { type Config, mainPrimary, readConfig } from '../platform/config.ts'
import { isEmbeddedIn, startEmbeddedUntilStop } from '../platform/database/embedded.ts'
import { openInstallation } from '../platform/database/open-primaries.ts'
import { refusePoolers } from '../platform/database/pooler.ts'
import { waitForDatabases } from '../platform/database/wait.ts'
import { prepareFurther, prepareInstallation } from '../platform/installation.ts'
import { sentenceOf } from '../platform/operator-error.ts'
import { Refusal } from '../platform/refusal.ts'
import { openSecrets } from '../platform/secrets.ts'
import type { Stopping } from '../platform/stopping.ts'
import { auditAnchor } from './anchor.ts'
import { apiKeyCreate, apiKeyEnd, apiKeyList } from './apikey.ts'
import { backup, backupProve, restore } from './backup.ts'
import { check } from './check.ts'
import {
  type Command,
  CommandError,
  furtherPrimary,
  helpOf,
  issuesIn,
  maybeText,
  type Output,
  readArguments,
} from './command.ts'
import { doctor } from './doctor/index.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { jobsList, jobsRetry } from './jobs.ts'
import { keysList, keysReseal, keysRotate } from './keys.ts'
import { mailTest } from './mail-test.ts'
import { maintenanceOff, maintenanceOn, maintenanceShow } from './maintenance.ts'
import { migrateCommand } from './migrate.ts'
import { operatorAdd, operatorList, operatorRemove } from './operator.ts'
import { userResetMfa } from './reset-mfa.ts'
import { tenantReset } from './sandbox.ts'
import { userSetPassword } from './set-password.ts'
import { tenantCreate, tenantList } from './tenant.ts'
import { tenantClock } from './tenant-clock.ts'
import { tenantDelete } from './tenant-delete.ts'
import { tenantExport } from './tenant-export/index.ts'
import { tenantImport } from './tenant-import/index.ts'
import { tenantMove } from './tenant-move/index.ts'
import { tenantSet } from './tenant-set.ts'
import { tenantShow } from './tenant-show.ts'
import { tenantResume, tenantSuspend } from './tenant-suspend.ts'
import { userCreate, userList } from './user.ts'

const commands: Command[] = [
  tenantCreate,
  tenantList,
  tenantShow,
  tenantSet,
  tenantExport,
  tenantImport,
  tenantSuspend,
  tenantResume,
  tenantReset,
  tenantClock,
  tenantDelete,
  tenantMove,
  operatorAdd,
  operatorList,
  operatorRemove,
  userCreate,
  userList,
  userSetPassword,
  userResetMfa,
  apiKeyCreate,
  apiKeyList,
  apiKeyEnd,
  importCommand,
  exportCommand,
  doctor,
  check,
  auditAnchor,
  migrateCommand,
  // Before the command whose name it begins with.
  backupProve,
  backup,
  restore,
  keysList,
  keysRotate,
  keysReseal,
  maintenanceOn,
  maintenanceOff,
  maintenanceShow,
  mailTest,
  jobsList,
  jobsRetry,
]

interface Streams {
  stdin?: AsyncIterable<Buffer | string>
  stdout: { write(text: string): unknown }
  stderr: { write(text: string): unknown }
}

/** Runs the command line after `portal` with the environment's configuration. True when everything was done. */
export async function runPortal(
  typed: string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
  stopping: Pick<Stopping, 'onStop'> = { onStop: () => undefined },
): Promise<boolean> {
  const args = typed.length === 0 || typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed
  const out = output(args.includes('--json'), streams)
  try {
    const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
    if (!command) {
      const words = args.filter((arg) => !arg.startsWith('-'))
      const group = commands.filter(({ name }) => name.split(' ')[0] === words[0])
      const isHelp = args.some((arg) => arg === '--help' || arg === '-h')
      const isKnown = words.length === 0 || (words.length === 1 && group.length > 0)
      const list = overview(group.length > 0 ? group : commands)
      if (isHelp && isKnown) streams.stdout.write(`${list}\n`)
      else out.complain(`There is no command \`${typed.join(' ')}\`.\n\n${list}`)
      return isHelp && isKnown
    }
    const { given, positionals } = readArguments(command, args.slice(command.name.split(' ').length))
    if (given.help === true) {
      streams.stdout.write(`${helpOf(command)}\n`)
      return true
    }
    const opened: (() => Promise<void>)[] = []
    const config = () => readConfig(env)
    const directUrl = once(() => findDatabase(config(), command, maybeText(given, 'primary'), opened, out, stopping))
    const migrated = once(async () => {
      const url = await directUrl()
      if (maybeText(given, 'primary') === undefined) {
        await waitForDatabases(config(), { log: out.complain, patience: 10_000 })
        await refusePoolers(config())
      }
      const { applied } = await migrate(url, { log: out.complain })
      return { url, applied }
    })
    const database = async () => {
      const { url } = await migrated()
      const secrets = openSecrets(config())
      await prepareInstallation(url, secrets, config())
      const { db } = await openInstallation({
        ...{ config: config(), url: config().databaseUrl ?? url, directUrl: url, secrets, say: out.complain },
        async prepare(further) {
          await migrate(further, { log: out.complain })
          await prepareFurther(url, further, secrets, config())
        },
      })
      opened.push(() => db.close())
      return db
    }
    const mailer = () => openMailer({ secrets: openSecrets(config()), config: config() })
    const password = async (option: string, variable: string) => {
      const value = maybeText(given, option) ?? (env[variable] || undefined)
      return value === '-' ? firstLine(streams.stdin) : value
    }
    const onStop = (end: () => Promise<unknown>) => stopping.onStop(end, { must: true })
    const means = { config, database, directUrl, migrated, password, mailer, onStop }
    try {
      return await command.run({ given, positionals, out, ...means })
    } finally {
      for (const close of opened.reverse()) await close()
    }
  } catch (error) {
    out.complain(inWords(error))
    return false
  }
}

/**
 * The direct URL of the configured database, of the primary that `--primary` names, or of the embedded one, which is joined if it runs, else started for the
 * command.
 */
async function findDatabase(
  config: Config,
  { isFirst = false }: Command,
  primary: string | undefined,
  opened: (() => Promise<void>)[],
  out: Output,
  stopping: Pick<Stopping, 'onStop'>,
): Promise<string> {
  if (primary !== undefined && primary !== mainPrimary) return furtherPrimary(config, primary).url
  if (config.databaseDirectUrl !== undefined) return config.databaseDirectUrl
  if (!isFirst && !isEmbeddedIn(config.dataDir))
    throw new CommandError(
      `There is no database in ${config.dataDir} yet: DATABASE_URL or DATA_DIR is not that of the installation, or it was never started.`,
    )
  const log = (line: string) => {
    if (line.startsWith('Creating')) out.say(line)
  }
  const embedded = await startEmbeddedUntilStop({ dataDir: config.dataDir, log }, stopping)
  opened.push(embedded.stop)
  return embedded.url
}

function output(json: boolean, { stdout, stderr }: Streams): Output {
  return {
    json,
    say: (line) => {
      if (!json) stdout.write(`${line}\n`)
    },
    complain: (line) => {
      stderr.write(`${line}\n`)
    },
    answer: (value) => {
      if (json) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
    },
  }
}

function overview(listed: Command[]): string {
  const width = Math.max(...listed.map((command) => usage(command).length))
  return [
    'portal: the operator’s commands, on the same configuration as the server, whether the server runs or not.',
    '',
    ...listed.map((command) => `  ${usage(command).padEnd(width)}  ${command.summary}`),
    '',
    '  portal COMMAND --help says more. The exit code is 0 only when all was done.',
  ].join('\n')
}

const usage = (command: Command): string => ['portal', command.name, ...command.positionals].join(' ')

/** The operator's mistakes are shown as a sentence; defects keep their stack trace. */
function inWords(error: unknown): string {
  if (error instanceof ImportError) return error.message
  if (error instanceof Refusal) return inWordsOf(error)
  const sentence = sentenceOf(error)
  if (sentence !== null) return sentence
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function inWordsOf(refusal: Refusal): string {
  const issues = issuesIn(refusal).map(({ path, message }) => `${path}: ${message}`)
  return `${issues.length === 0 ? refusal.message : issues.join('; ')} (${refusal.code})`
}

async function firstLine(input: Streams['stdin']): Promise<string> {
  let text = ''
  for await (const piece of input ?? []) {
    text += String(piece)
    if (text.includes('\n')) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '') throw new CommandError('No password came on standard input.')
  return line
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work()
    return done
  }
}
