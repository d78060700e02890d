import { readFile } from 'node:fs/promises'
import { enoughContrast, fitsLightTheme, isColor, readableOn } from '@trellis/contract/brand'
import { TenantChange, TenantDefaults } from '@trellis/contract/settings'
import { partial } from 'zod/mini'
import { changeSettings, removeLogo, setLogo } from '../modules/settings/index.ts'
import { findSettings } from '../modules/tenants/index.ts'
import { found, Refusal } from '../platform/refusal.ts'
import {
  type Command,
  CommandError,
  checkedBy,
  type Given,
  issuesIn,
  maybeList,
  maybeText,
  optionsOf,
  tenantOf,
} from './command.ts'

export const tenantSet: Command = {
  name: 'tenant set',
  positionals: ['CODE'],
  summary: 'Changes how a tenant presents itself; what is not given stays, and `none` empties',
  options: {
    name: { type: 'string', help: 'N name of the portal' },
    host: { type: 'string', several: true, help: 'H host name; give all of them, each with --host, or none' },
    exclude: { type: 'string', several: true, help: 'ENTRY of the menu to hide; give all of them, or none' },
    link: { type: 'string', several: true, help: 'ENTRY=URL address of an external entry; give all of them, or none' },
    logo: { type: 'string', help: 'FILE PNG or JPEG of at most 256 KiB, or none' },
    color: { type: 'string', help: 'HEX brand colour, such as #1f6f6b, or none' },
    'time-zone': { type: 'string', help: 'Z whose days documents print, such as Europe/Rome' },
    'mail-from': { type: 'string', help: 'ADDRESS that mails come from, or none' },
    'protection-days': { type: 'string', help: 'N days that a registered deal is protected' },
    'stock-hold-days': { type: 'string', help: 'N days that a pending sale holds stock' },
    'certificate-reminder': {
      type: 'string',
      several: true,
      help: 'N days before a certificate expires; give all, or none',
    },
    'license-reminder': { type: 'string', several: true, help: 'N days before a key ends; give all, or none' },
  },
  async run({ given, positionals: [code = ''], out, config, database }) {
    const change = changeOf(given)
    const defaults = defaultsOf(given)
    const logo = maybeText(given, 'logo')
    if (Object.keys({ ...change, ...defaults }).length === 0 && logo === undefined)
      throw new CommandError('Nothing to change was given. See `portal tenant set --help`.')
    const content = logo === undefined || logo === 'none' ? null : await bytesOf(logo)
    const db = await database()
    const tenant = await tenantOf(db, code)
    const { tenantId } = tenant
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    try {
      const settings = await db.write(context, async (tx) => {
        const held = found(await findSettings(tx)).defaults
        const all = Object.keys(defaults).length === 0 ? change : { ...change, defaults: { ...held, ...defaults } }
        await changeSettings(tx, tenantId, all, config(), 'operator')
        if (content !== null) await setLogo(tx, tenant, content)
        else if (logo === 'none') await removeLogo(tx, tenantId)
        return findSettings(tx)
      })
      out.say(`Tenant ${tenant.code} is changed.`)
      out.answer(settings)
      return true
    } catch (error) {
      throw inWords(error)
    }
  },
}

/** The given options as a change, checked like the screen's. */
function changeOf(given: Given): TenantChange {
  const color = maybeText(given, 'color')
  if (color !== undefined && isColor(color) && !fitsLightTheme(color))
    throw new CommandError(
      `White text on ${color} has less than ${enoughContrast}:1 contrast. The nearest readable shade is ${readableOn('#ffffff', color)}.`,
    )
  const mailFrom = maybeText(given, 'mail-from')
  const values = {
    tenantName: maybeText(given, 'name'),
    hosts: maybeList(given, 'host'),
    excludedMenuEntries: maybeList(given, 'exclude'),
    externalLinks: maybeList(given, 'link')?.map(linkOf),
    theme: color === undefined ? undefined : color === 'none' ? {} : { primaryColor: color },
    timeZone: maybeText(given, 'time-zone'),
    mailFrom: mailFrom === 'none' ? null : mailFrom,
  }
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return checkedBy(TenantChange, present, options)
}

/** Those that are given; the others keep their value. */
function defaultsOf(given: Given): Partial<TenantDefaults> {
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))
  const values = {
    protectionDays: number(maybeText(given, 'protection-days')),
    stockHoldDays: number(maybeText(given, 'stock-hold-days')),
    certificateReminderDays: maybeList(given, 'certificate-reminder')?.map(Number),
    licenseReminderDays: maybeList(given, 'license-reminder')?.map(Number),
  }
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  return checkedBy(partial(TenantDefaults), present, options)
}

function linkOf(text: string) {
  const at = text.indexOf('=')
  if (at < 1) throw new CommandError(`--link is ENTRY=URL, such as help-desk=https://help.example.com, not ${text}.`)
  return { entry: text.slice(0, at), url: text.slice(at + 1) }
}

const bytesOf = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: Error) => {
    throw new CommandError(`The logo cannot be read: ${error.message}`)
  })

const options: Record<string, string> = {
  tenantName: 'name',
  hosts: 'host',
  excludedMenuEntries: 'exclude',
  externalLinks: 'link',
  theme: 'color',
  timeZone: 'time-zone',
  mailFrom: 'mail-from',
  accountFileId: 'logo',
  protectionDays: 'protection-days',
  stockHoldDays: 'stock-hold-days',
  certificateReminderDays: 'certificate-reminder',
  licenseReminderDays: 'license-reminder',
}

/** A refusal of values names the option and not the field of the wire. */
function inWords(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  if (error.code === 'FL413') return new CommandError('--logo: at most 256 KiB, and 2,000 by 2,000 pixels.')
  if (error.code !== 'RQ422') return error
  return new CommandError(optionsOf(issuesIn(error), options))
}
