import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'

const held = new Set<string>()
/** Milliseconds that it waits for the lock. */
const usualPatience = 60_000

/**
 * Runs `work` while no other process on this machine holds the lock file. A lock left by a dead process is taken over.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patience = usualPatience): Promise<T> {
  const deadline = Date.now() + patience
  while (!(await take(path))) {
    if (Date.now() > deadline)
      throw new OperatorError(
        `${path} has been held for ${patience / 1000} seconds; remove it if nothing uses the folder.`,
      )
    await sleep(20)
  }
  try {
    return await work()
  } finally {
    held.delete(path)
    await rm(path, { force: true })
  }
}

async function take(path: string): Promise<boolean> {
  if (held.has(path)) return false
  try {
    await writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 })
    held.add(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      // A full disk takes the name and not the content.
      await rm(path, { force: true }).catch(() => undefined)
      throw error
    }
  }
  const holder = await readFile(path, 'utf8').catch(() => undefined)
  if (holder !== undefined && (await isAbandoned(path, holder))) await clear(path, holder)
  return false
}

async function isAbandoned(path: string, holder: string): Promise<boolean> {
  if (holder !== '') {
    // Containers reuse the same few process ids after a restart: a lock with our own id that we do not hold is left
    // over.
    return Number(holder) === process.pid ? !held.has(path) : !isAlive(Number(holder))
  }
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > 5_000
}

/**
 * Two processes may find the same abandoned lock: one that moved a lock which was renewed in the meantime puts it back.
 */
async function clear(path: string, holder: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  await rename(path, aside).catch(() => undefined)
  const moved = await readFile(aside, 'utf8').catch(() => undefined)
  if (moved !== undefined && moved !== holder) await rename(aside, path)
  else await rm(aside, { force: true })
}

/** Whether a process with this id exists, even one that we may not signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
