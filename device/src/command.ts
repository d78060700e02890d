import { readFile } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileStorage } from './file-storage.ts'
import { type LicenseStatus, openLicense } from './license.ts'
import { type LicenseFileVerdict, verifyLicenseFile } from './license-file.ts'
import { openPortal, type Seat } from './portal.ts'
import { proxyFetch } from './proxy-fetch.ts'
import { PortalRefusal, PortalUnreachable } from './refusal.ts'
import { isWellFormedKey, normalizeKey } from './serial-keys.ts'
import type { JsonWebKeys } from './signature.ts'

/** What the exit code of the command says. */
export const exits = { valid: 0, invalid: 1, usage: 2, refused: 3, unreachable: 4, failed: 5 } as const

const help = `trellis-device: take, renew and free the seat of a license key; verify .lic files

  trellis-device activate KEY      take a seat for KEY; "-" reads the key from standard input
  trellis-device status            whether this device may run now; needs no network
  trellis-device heartbeat         renew the lease
  trellis-device release           give the seat back
  trellis-device seats             the seats of the key, the one that was silent longest first
  trellis-device free SEAT         free another seat of the key, such as that of a lost computer
  trellis-device verify FILE.lic   verify an exported license file

  --portal URL        the portal, for example https://portal.example.com (TRELLIS_PORTAL)
  --license FILE      where the license is kept (TRELLIS_LICENSE; ~/.trellis-license.json)
  --device ID         id of this device; a random one is made by default
  --name NAME         activate: the name shown in the portal; the host name by default
  --key KEY           seats, free: the key, if none is activated on this device
  --installed VERSION version of the program, checked against the license
  --grace DAYS        days for which an ended lease is accepted; 0 by default
  --keys FILE         public keys (the answer of GET /api/v1/devices/keys); verify: or ask --portal
  --environment ID    verify: the customer environment that the file must be for
  --tenant CODE       verify: the tenant that the file must come from
  --replaces OLD.lic  verify: refuse a file that is older than this one
  --json              print JSON
  --help

Exit codes: 0 valid or done, 1 not valid, 2 wrong usage, 3 refused by the portal, 4 portal unreachable, 5 another failure.
HTTPS_PROXY, HTTP_PROXY and NO_PROXY are used.
`

const options = {
  portal: { type: 'string' },
  license: { type: 'string' },
  device: { type: 'string' },
  name: { type: 'string' },
  key: { type: 'string' },
  installed: { type: 'string' },
  grace: { type: 'string' },
  keys: { type: 'string' },
  environment: { type: 'string' },
  tenant: { type: 'string' },
  replaces: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

class WrongUsage extends Error {}

/** What a command found: printed, and the code with which it exits. */
interface Outcome {
  exit: number
  json: object
  text: string
}

/** Runs the command line program and returns its exit code. `say` and `complain` write to the two outputs. */
export async function runCommand(
  args: string[],
  say = (text: string) => void process.stdout.write(text),
  complain = (text: string) => void process.stderr.write(text),
): Promise<number> {
  let isJson = args.includes('--json')
  try {
    const { values, positionals } = parse(args)
    isJson = values.json
    if (values.help) {
      say(help)
      return exits.valid
    }
    const { exit, json, text } = await commandOf(positionals, values)
    say(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`)
    return exit
  } catch (error) {
    const { exit, code, message } = failureOf(error as Error)
    if (isJson) say(`${JSON.stringify({ error: { code, message } })}\n`)
    else complain(`${code}: ${message}\n${exit === exits.usage ? '\nTry trellis-device --help.\n' : ''}`)
    return exit
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}
type Values = ReturnType<typeof parse>['values']

function failureOf(error: Error): { exit: number; code: string; message: string } {
  const { message } = error
  if (error instanceof WrongUsage) return { exit: exits.usage, code: 'usage', message }
  if (error instanceof PortalRefusal) return { exit: exits.refused, code: error.code, message }
  if (error instanceof PortalUnreachable)
    return { exit: exits.unreachable, code: 'unreachable', message: because(error) }
  return { exit: exits.failed, code: 'failed', message }
}

const because = ({ message, cause }: Error) => (cause instanceof Error ? `${message} (${cause.message})` : message)

async function commandOf([command, argument, ...more]: string[], values: Values): Promise<Outcome> {
  if (command === undefined) throw new WrongUsage('A command is missing')
  if (more.length > 0) throw new WrongUsage(`${more[0]} is one argument too many`)
  const needsArgument = ['activate', 'verify', 'free'].includes(command)
  if (needsArgument !== (argument !== undefined))
    throw new WrongUsage(needsArgument ? `${command} needs an argument` : `${command} takes no argument`)
  switch (command) {
    case 'activate':
      return activate(argument as string, values)
    case 'status':
      return statusOutcome(await (await licenseOf({ ...values, portal: values.portal ?? notCalled })).status())
    case 'heartbeat':
      return statusOutcome(await (await licenseOf(values)).heartbeat())
    case 'release':
      await (await licenseOf(values)).release()
      return { exit: exits.valid, json: { released: true }, text: 'The seat is free.' }
    case 'seats':
      return seatsOutcome(await (await licenseOf(values)).seats(values.key))
    case 'free':
      await (await licenseOf(values)).releaseSeat(argument as string, values.key)
      return { exit: exits.valid, json: { released: true }, text: 'The seat is free.' }
    case 'verify':
      return verify(argument as string, values)
    default:
      throw new WrongUsage(`${command} is not a command`)
  }
}

async function activate(argument: string, values: Values): Promise<Outcome> {
  const key = argument === '-' ? await standardInput() : argument
  if (!isWellFormedKey(key)) throw new WrongUsage(`${normalizeKey(key)} is not a license key: look for a typing error`)
  const license = await licenseOf(values)
  return statusOutcome(await license.activate(key, { deviceName: values.name ?? hostname() }))
}

/** `status` makes no calls, so it needs no portal. */
const notCalled = 'https://portal.invalid'

async function licenseOf(values: Values) {
  const { device, installed, grace, keys } = values
  const graceDays = grace === undefined ? 0 : Number(grace)
  if (!(graceDays >= 0)) throw new WrongUsage('--grace is not a number of days')
  const path = values.license ?? process.env.TRELLIS_LICENSE ?? join(homedir(), '.trellis-license.json')
  return openLicense({
    portalUrl: portalOf(values),
    storage: fileStorage(path),
    fetch: proxyFetch(),
    deviceUuid: device,
    installedVersion: installed,
    graceDays,
    ...(keys !== undefined && { keys: await keysIn(keys) }),
  })
}

function portalOf({ portal = process.env.TRELLIS_PORTAL }: Values): string {
  if (portal === undefined) throw new WrongUsage('--portal is missing')
  if (!URL.canParse(portal)) throw new WrongUsage(`${portal} is not an address`)
  return portal
}

async function keysIn(path: string): Promise<JsonWebKeys> {
  const keys = JSON.parse(await readFile(path, 'utf8')) as JsonWebKeys | null
  if (!Array.isArray(keys?.keys)) throw new Error(`${path} has no public keys`)
  return keys
}

function statusOutcome(status: LicenseStatus): Outcome {
  if (!status.valid) {
    const why = status.refusal === null ? status.reason : `${status.reason} (${status.refusal})`
    return { exit: exits.invalid, json: status, text: `Not valid: ${why}` }
  }
  const { claims, inGrace } = status
  const until = inGrace
    ? `The lease ended ${claims.leaseExpirationDate}.`
    : `Lease until ${claims.leaseExpirationDate}.`
  return { exit: exits.valid, json: status, text: `Valid: ${termsOf(claims)}. ${until}` }
}

/** One line a seat: its id, which `free` takes, the name of its device, and its last contact. */
function seatsOutcome(seats: Seat[]): Outcome {
  const lines = seats.map(({ licenseSeatId, deviceName, lastContact, isOwn, releasable }) =>
    [
      licenseSeatId,
      lastContact,
      deviceName ?? '-',
      isOwn ? '(this device)' : releasable ? '' : '(cannot be freed here)',
    ]
      .filter(Boolean)
      .join('  '),
  )
  return { exit: exits.valid, json: { seats }, text: lines.join('\n') || 'No seat is taken.' }
}

const termsOf = (claims: {
  serialKey: string
  sku: string
  productName: string
  seats: number
  expirationDate: string | null
}) =>
  `${claims.productName} (${claims.sku}), ${claims.serialKey}, ${claims.seats} seats, ${claims.expirationDate === null ? 'does not expire' : `until ${claims.expirationDate}`}`

async function verify(path: string, values: Values): Promise<Outcome> {
  const file = await readFile(path, 'utf8')
  const keys = values.keys === undefined ? await askedKeys(values) : await keysIn(values.keys)
  const verdict = await verifyLicenseFile(file, keys, {
    customerEnvironmentId: values.environment,
    tenantCode: values.tenant,
    installedVersion: values.installed,
    ...(values.replaces !== undefined && { newestNumbers: await numbersIn(values.replaces, keys) }),
  })
  return { exit: verdict.valid ? exits.valid : exits.invalid, json: verdict, text: linesOf(verdict) }
}

async function askedKeys(values: Values): Promise<JsonWebKeys> {
  if (values.portal === undefined && process.env.TRELLIS_PORTAL === undefined)
    throw new WrongUsage('verify needs --keys or --portal')
  return openPortal({ portalUrl: portalOf(values), fetch: proxyFetch() }).keys()
}

/** The numbers of the genuine licenses of a file, whatever else is wrong with them. */
async function numbersIn(path: string, keys: JsonWebKeys): Promise<Record<string, number>> {
  const { licenses } = await verifyLicenseFile(await readFile(path, 'utf8'), keys)
  return Object.fromEntries(licenses.flatMap(({ claims }) => (claims ? [[claims.serialKey, claims.number]] : [])))
}

function linesOf({ licenses, reason }: LicenseFileVerdict): string {
  if (licenses.length === 0) return `Not valid: ${reason}`
  return licenses
    .map((license) => {
      const of = license.claims ? `${termsOf(license.claims)}, for ${license.claims.customerEnvironmentId}` : ''
      return license.valid ? `Valid: ${of}` : `Not valid: ${license.reason}${of && `: ${of}`}`
    })
    .join('\n')
}

async function standardInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.trim()
}
