import { existsSync } from 'node:fs'
import { rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import { type Finding, findingsAbout } from './finding.ts'

const gigabyte = 1024 ** 3

/** What the settings mean together. Each of them alone was checked when they were read. */
export function lookAtSettings(config: Config): Finding[] {
  const { good, warning, bad } = findingsAbout('settings')
  const findings: Finding[] = []
  const url = new URL(config.publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (config.environment !== 'production') {
    findings.push(
      isLocal
        ? warning('NODE_ENV is not `production`.', 'Set NODE_ENV=production before others use this installation.')
        : bad(
            `NODE_ENV is not \`production\`, and ${config.publicUrl} is for others: /dev/mail shows every link and code.`,
            'Set NODE_ENV=production.',
          ),
    )
  }
  if (url.protocol === 'http:' && !isLocal)
    findings.push(
      bad(
        `PUBLIC_URL is ${config.publicUrl}: passwords and cookies would cross the network unencrypted.`,
        'Put a proxy with TLS in front and name its https address in PUBLIC_URL.',
      ),
    )
  if (url.protocol === 'https:' && config.trustProxy === undefined)
    findings.push(
      warning(
        'PUBLIC_URL is https, and TRUST_PROXY names no proxy: all users share the throttles of one client.',
        'Name the address of the proxy in TRUST_PROXY, for example TRUST_PROXY=loopback.',
      ),
    )
  if (config.databaseUrl === undefined && config.environment === 'production')
    findings.push(
      warning(
        'DATABASE_URL is absent: the included PostgreSQL runs in DATA_DIR, for one process and without a replica.',
        'For more than a trial, name a PostgreSQL server in DATABASE_URL.',
      ),
    )
  if (findings.length === 0) findings.push(good(`They fit together, for ${config.publicUrl}.`))
  return findings
}

/** The folders that the process writes to, with the space left. */
export async function lookAtFolders(config: Config): Promise<Finding[]> {
  const folders = new Map([
    ['DATA_DIR', config.dataDir],
    ['AUDIT_ANCHORS', config.auditAnchors],
  ])
  return Promise.all([...folders].map(([variable, folder]) => lookAtFolder(variable, folder)))
}

/** Of one that does not exist yet the folder in which it would be made is looked at. */
async function lookAtFolder(variable: string, folder: string): Promise<Finding> {
  const { good, warning, bad } = findingsAbout(variable)
  let present = folder
  while (!existsSync(present) && dirname(present) !== present) present = dirname(present)
  const probe = join(present, `.doctor-${newId()}`)
  try {
    await writeFile(probe, 'probe').finally(() => rm(probe, { force: true }))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    return bad(
      `${folder} cannot be written (${code}).`,
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'Free some space now.'
        : 'Give the folder to the user of the server, or name another one.',
    )
  }
  const { bavail, bsize } = await statfs(present)
  const free = bavail * bsize
  const space = `${(free / gigabyte).toFixed(1)} GiB are free`
  if (free < gigabyte / 10) return bad(`${folder}: ${space}.`, 'Free some space now.')
  if (free < 2 * gigabyte) return warning(`${folder}: ${space}.`, 'Free some space.')
  if (present !== folder) return good(`${folder} is not there yet and can be made, ${space}.`)
  // That others may list the folder shows no secret: those files have rights of their own.
  const { mode } = await stat(folder)
  if ((mode & 0o002) !== 0)
    return warning(`${folder} can be written by every user of the machine.`, `chmod o-w ${folder}`)
  return good(`${folder} can be written, ${space}.`)
}
