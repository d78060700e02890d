import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Config, mainPrimary } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { openSmtp } from '../../platform/mail/smtp.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { isOwn, nameOf } from '../backup.ts'
import { type Finding, findingsAbout } from './finding.ts'

/** Milliseconds that the portal's own address may take. */
const patience = 8_000
const dayMilliseconds = 24 * 60 * 60 * 1000

/** Signs in to the mail server without sending anything. */
export async function lookAtMailServer({ smtpUrl, mailFrom, publicUrl }: Config): Promise<Finding[]> {
  const { good, warning, bad } = findingsAbout('mail server')
  if (smtpUrl === undefined)
    return [warning('SMTP_URL is absent: mails are stored and never sent.', 'Name a mail server in SMTP_URL.')]
  const { hostname } = new URL(publicUrl)
  try {
    await openSmtp(smtpUrl, { hostname }).verify()
  } catch (error) {
    return [
      bad(
        `${new URL(smtpUrl).host} does not take mails: ${(error as Error).message}.`,
        'Compare address, port and password in SMTP_URL with those of the mail server.',
      ),
    ]
  }
  const sender =
    mailFrom === undefined
      ? [warning(`MAIL_FROM is absent: mails come from no-reply@${hostname}.`, 'Name an address that receivers trust.')]
      : []
  return [good('It lets the portal in. `portal mail test ADDRESS` sends a mail through it.'), ...sender]
}

/** Writes, reads and deletes a small object. */
export async function lookAtStorage(config: Config): Promise<Finding[]> {
  const { good, bad } = findingsAbout('file storage')
  const name = config.storageUrl === undefined ? 'The folder DATA_DIR/files' : 'The bucket of STORAGE_URL'
  if (config.storageUrl === undefined && !existsSync(join(config.dataDir, 'files')))
    return [good(`${name} is not there yet: the first upload makes it.`)]
  const key = `doctor-${newId()}`
  const content = 'probe'
  const storage = await openStorage(config)
  try {
    await storage.write(key, Readable.from([Buffer.from(content)]), content.length)
    const read = await storage.read(key)
    const same = read !== null && (await text(read)) === content
    await storage.remove(key)
    return same
      ? [good(`${name} can be written and read.`)]
      : [bad(`${name} gave back something else than was written.`, 'See what stands between the portal and the store.')]
  } catch (error) {
    const { cause, message } = error as Error
    return [
      bad(
        `${name} cannot be used: ${cause instanceof Error ? cause.message : message}.`,
        'Compare address, keys and rights with those of the store.',
      ),
    ]
  } finally {
    storage.close()
  }
}

/** Calls the portal as people do, through the proxy and TLS. */
export async function lookAtAddress({ publicUrl, metricsToken }: Config): Promise<Finding[]> {
  const { good, warning, bad } = findingsAbout('address')
  const get = (path: string) =>
    fetch(`${publicUrl}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(patience) })
  let live: Response
  try {
    live = await get('/health/live')
  } catch (error) {
    const { cause, message } = error as Error
    return [
      warning(
        `${publicUrl} does not answer here: ${cause instanceof Error ? cause.message : message}.`,
        'Start the portal and its proxy, and look whether the name leads to this machine and its certificate is valid.',
      ),
    ]
  }
  const says = (await live.json().catch(() => null)) as { status?: unknown } | null
  if (live.status !== 200 || says?.status !== 'ok')
    return [
      bad(
        `${publicUrl}/health/live is answered with ${live.status} by something else than the portal.`,
        'Let the proxy pass every path to the portal.',
      ),
    ]
  const findings: Finding[] = []
  if (publicUrl.startsWith('https:') && live.headers.get('strict-transport-security') === null)
    findings.push(
      warning(
        'The proxy takes the header Strict-Transport-Security away.',
        'Let the answers of the portal pass unchanged.',
      ),
    )
  if (metricsToken === undefined && publicUrl.startsWith('https:') && (await get('/metrics')).status === 200)
    findings.push(
      bad(
        'The proxy does not say whose requests it passes: everybody counts as a program on this machine and may read /metrics.',
        'Let the proxy set X-Forwarded-For (docs/examples), and name it in TRUST_PROXY.',
      ),
    )
  return findings.length > 0 ? findings : [good(`${publicUrl} leads to the portal.`)]
}

/** The age of the newest backup in a folder. */
export async function lookAtBackups(
  folder: string | undefined,
  { databasePrimaries }: Pick<Config, 'databasePrimaries'>,
): Promise<Finding[]> {
  const { good, warning, bad } = findingsAbout('backup')
  if (folder === undefined)
    return [warning('It was not said where backups are.', 'Name the folder: `portal doctor --backups DIR`.')]
  const names = await readdir(folder).catch(() => null)
  if (names === null) return [bad(`${folder} cannot be read.`, 'Name the folder that `portal backup` writes to.')]
  const ofFurther = databasePrimaries.map(({ name }) => name)
  const look = async (what: string, own: string[]): Promise<Finding> => {
    const stats = await Promise.all(own.map((name) => stat(join(folder, name))))
    const times = stats.filter((each) => each.isFile()).map(({ mtimeMs }) => mtimeMs)
    if (times.length === 0)
      return bad(`There is no backup${what} in ${folder}.`, 'Run `portal backup` every night (deploy/).')
    const hours = Math.round((Date.now() - Math.max(...times)) / (dayMilliseconds / 24))
    const says = `The newest backup${what} in ${folder} is ${hours} hours old.`
    return hours > 26 ? bad(says, 'See why the nightly `portal backup` fails.') : good(says)
  }
  const isOf = (primary: string) => (name: string) => isOwn(name, nameOf(primary))
  const rest = names.filter((name) => !ofFurther.some((primary) => isOf(primary)(name)))
  return Promise.all([
    look(ofFurther.length > 0 ? ` of the primary ${mainPrimary}` : '', rest),
    ...ofFurther.map((primary) => look(` of the primary ${primary}`, names.filter(isOf(primary)))),
  ])
}
