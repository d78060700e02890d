import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/* PostgreSQL as the operator installs it, with the programs that the included one lacks. */

export const deployed = (path: string): string => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
/** Of every user of a drill's database. */
export const password = 'only-for-a-drill-on-loopback'

/** Folder of the newest PostgreSQL with all programs, where Debian's packages put it. */
export function postgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return undefined
  const folders = readdirSync(versions)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
  return folders.find((folder) => existsSync(join(folder, 'pg_rewind')) && existsSync(join(folder, 'initdb')))
}

/** PostgreSQL and Patroni do not run as root. */
export function notRoot(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Makes a folder that PostgreSQL may write. */
export function ownFolder(path: string): string {
  const user = notRoot()
  mkdirSync(path, { mode: 0o700 })
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

/** Makes the owner of the portal's tables and their database, as the documentation says. */
export function makeOwner(host: string, port: string): void {
  execFileSync('sh', [deployed('postgres/create-owner.sh')], {
    env: { PATH: process.env.PATH, PGHOST: host, PGPORT: port, PGUSER: 'postgres', PGPASSWORD: password },
    input: password,
  })
}
