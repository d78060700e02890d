import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type Binaries, otherThanRoot } from '../platform/database/embedded-binaries.ts'
import { installPackages } from './debian.ts'

const folder = '/usr/lib/postgresql/15/bin'

/** The oldest supported PostgreSQL, from Debian 12; undefined where it can neither be found nor installed. */
export async function findPostgres15(): Promise<Binaries | undefined> {
  const isThere = () => existsSync(`${folder}/initdb`)
  if (!isThere()) {
    makeNoClusterAtInstallation()
    if (!installPackages('PostgreSQL 15', ['postgresql-15']) || !isThere()) return undefined
  }
  return { initdb: `${folder}/initdb`, postgres: `${folder}/postgres`, major: 15, runAs: await otherThanRoot() }
}

/** Debian's package would otherwise create a cluster and start it on port 5432. */
function makeNoClusterAtInstallation(): void {
  const settings = '/etc/postgresql-common/createcluster.d'
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  mkdirSync(settings, { recursive: true })
  writeFileSync(`${settings}/trellis.conf`, 'create_main_cluster = false\n')
}
