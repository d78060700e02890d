import { type ParseArgsConfig, parseArgs } from 'node:util'
import * as z from 'zod'
import type { Mailer } from '../modules/mail/index.ts'
import { findTenantByCode, type TenantRow } from '../modules/tenants/index.ts'
import { type Config, mainPrimary, type PrimaryAddress } from '../platform/config.ts'
import type { Database } from '../platform/database/database.ts'
import { issuesOf } from '../platform/http/issues.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Refusal } from '../platform/refusal.ts'

/** A command that cannot be carried out as typed. */
export class CommandError extends OperatorError {}

export interface Option {
  type: 'string' | 'boolean'
  /** Text of `--help`; the first word in capitals is the placeholder of the value. */
  help: string
  required?: boolean
  /** May be given several times; the values are a list. */
  several?: boolean
  /** Takes the place of the arguments. */
  alone?: boolean
}
export type Options = Record<string, Option>

/** The given options: texts, or true for a flag. */
export type Given = Record<string, string | boolean | string[] | undefined>

export interface Call {
  given: Given
  positionals: string[]
  /** Output for people, or for machines with `--json`. */
  out: Output
  config(): Config
  /** Opens the configured database, after migrating it and checking SECRET_KEY; it is closed when the command ends. */
  database(): Promise<Database>
  /** The owner's direct URL of the configured database, as it is; the embedded one is started if it does not run. */
  directUrl(): Promise<string>
  /**
   * Migrates the database. Returns the owner's direct URL, for work outside the application, and the applied
   * migrations.
   */
  migrated(): Promise<{ url: string; applied: string[] }>
  /**
   * A password that does not appear in the shell's history: from a line of standard input when the option is `-`, or
   * from the environment variable. The option's own value works too.
   */
  password(option: string, variable: string): Promise<string | undefined>
  /** Takes back what the command has begun, when a signal ends the process in the middle. */
  onStop(end: () => Promise<unknown>): void
  /** Enqueues mails for the server to send. */
  mailer(): Mailer
}

export interface Command {
  /** As typed: `tenant create`. */
  name: string
  /** Arguments between name and options: `DIR`. */
  positionals: string[]
  summary: string
  options: Options
  /** May be the first of an installation: makes the included database where there is none. */
  isFirst?: boolean
  /** True when everything was done. */
  run(call: Call): Promise<boolean>
}

export interface Output {
  json: boolean
  /** A line for people. */
  say(line: string): void
  /** A line for people about an error. */
  complain(line: string): void
  /** The JSON answer for machines, called once. */
  answer(value: unknown): void
}

/** The value of a required option. */
export const textOf = (given: Given, name: string): string => {
  const value = given[name]
  if (typeof value !== 'string' || value.trim() === '') throw new CommandError(`--${name} is missing.`)
  return value
}

/** The value of an optional option. */
export const maybeText = (given: Given, name: string): string | undefined =>
  typeof given[name] === 'string' ? (given[name] as string) : undefined

/** The values of an option that may be given several times; undefined without it, no values for a single `none`. */
export const maybeList = (given: Given, name: string): string[] | undefined => {
  const values = given[name]
  if (!Array.isArray(values)) return undefined
  return values.length === 1 && values[0] === 'none' ? [] : values
}

/** The primary of this name (decision 179); what is asked of all without one. */
export function primaryOf(db: Database, name: string | undefined): Database {
  if (name === undefined) return db
  const found = db.primaries.find((each) => each.name === name)
  if (found) return found.db
  throw new CommandError(
    `There is no primary ${name}: DATABASE_PRIMARIES has ${db.primaries.map((each) => each.name).join(', ')}.`,
  )
}

/** The option of commands that are about one database. */
export const primaryOption = {
  type: 'string',
  help: 'P only this one of several primaries (main)',
} as const satisfies Option

/** A primary of DATABASE_PRIMARIES. */
export function furtherPrimary({ databasePrimaries }: Config, name: string): PrimaryAddress {
  const found = databasePrimaries.find((each) => each.name === name)
  if (found) return found
  const names = [mainPrimary, ...databasePrimaries.map((each) => each.name)]
  throw new CommandError(`There is no primary ${name}. There is ${names.join(', ')}: see DATABASE_PRIMARIES.`)
}

/** The tenant of a command. One whose deletion has begun is refused, except where the command is about just that. */
export async function tenantOf(db: Database, code: string, { maybeGoing = false } = {}): Promise<TenantRow> {
  const tenant = await findTenantByCode(db, code)
  if (!tenant) throw new CommandError(`There is no tenant ${code}. See \`portal tenant list\`.`)
  if (tenant.isGoing && !maybeGoing)
    throw new CommandError(
      `The deletion of ${tenant.code} has begun. \`portal tenant delete ${tenant.code} --confirm ${tenant.code}\` goes on with it.`,
    )
  return tenant
}

/** Values as the contract wants them of a call. What it refuses is told by the options that they were given with. */
export function checkedBy<Out>(schema: z.core.$ZodType<Out>, values: unknown, options: Record<string, string>): Out {
  const checked = z.safeParse(schema, values, { reportInput: true })
  if (checked.success) return checked.data
  throw new CommandError(optionsOf(issuesOf(checked.error), options))
}

/** Each issue by the name of its option: `--permission number 2: Not flags such as c-r-u.` */
export const optionsOf = (issues: { path: string; message: string }[], options: Record<string, string>): string =>
  issues
    .map(({ path, message }) => {
      const [field = '', at] = path.split('.')
      const number = at !== undefined && /^\d+$/.test(at) ? ` number ${Number(at) + 1}` : ''
      return `--${options[field] ?? field}${number}: ${message.replace(/\.$/, '')}.`
    })
    .join('\n')

/** The issues of a refusal of values; none of any other. */
export const issuesIn = ({ info }: Refusal): { path: string; message: string }[] =>
  (info as { issues?: { path: string; message: string }[] } | null)?.issues ?? []

/**
 * Parses what follows the command's name. Unknown options and missing or extra arguments are refused with a plain
 * message.
 */
export function readArguments(command: Command, args: string[]): { given: Given; positionals: string[] } {
  const options: ParseArgsConfig['options'] = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } }
  for (const [name, { type, several = false }] of Object.entries(command.options))
    options[name] = { type, multiple: several }
  let read: { values: Given; positionals: string[] }
  let twice: string | undefined
  try {
    const { tokens, ...rest } = parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
    read = rest as typeof read
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
    twice = names.find(
      (name, at) => options[name]?.type === 'string' && !options[name].multiple && names.indexOf(name) < at,
    )
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}. See \`portal ${command.name} --help\`.`)
  }
  if (twice !== undefined)
    throw new CommandError(`--${twice} is given twice: it has one value. See \`portal ${command.name} --help\`.`)
  const { values: given, positionals } = read
  if (given.help === true) return { given, positionals }
  const missing = Object.entries(command.options).filter(
    ([name, { required }]) => required && given[name] === undefined,
  )
  if (missing.length > 0)
    throw new CommandError(
      `Missing: ${missing.map(([name]) => `--${name}`).join(', ')}. See \`portal ${command.name} --help\`.`,
    )
  const isAlone = Object.entries(command.options).some(([name, { alone }]) => alone && given[name] !== undefined)
  const names = isAlone ? [] : command.positionals
  if (positionals.length !== names.length) {
    const wanted = names.length === 0 ? 'nothing more' : names.join(' ')
    throw new CommandError(
      `\`portal ${command.name}\` takes ${wanted}, and was given ${positionals.join(' ') || 'nothing'}.`,
    )
  }
  return { given, positionals }
}

export function helpOf(command: Command): string {
  const options: [string, Option][] = [
    ...Object.entries(command.options),
    ['json', { type: 'boolean', help: 'answer in JSON, for machines' }],
  ]
  const rows = options.map(([name, { type, help }]) => {
    const value = /^([A-Z][A-Z0-9,]*) /.exec(help)?.[1]
    return type === 'string' && value ? [`--${name} ${value}`, help.slice(value.length + 1)] : [`--${name}`, help]
  })
  const width = Math.max(...rows.map(([left]) => left?.length ?? 0))
  return [
    `portal ${[command.name, ...command.positionals].join(' ')} [options]`,
    '',
    `  ${command.summary}`,
    '',
    ...rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`),
  ].join('\n')
}
