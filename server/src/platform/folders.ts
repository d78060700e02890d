import { mkdirSync, statSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/*
 * Creates a folder and those above it that are missing. Node's own `recursive` tries without end where a folder that exists says of a new
 * one in it that there is no such folder, as /proc does.
 */

export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  await makeOne(path, mode).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path), mode)
    await makeOne(path, mode)
  })
}

async function makeOne(path: string, mode: number): Promise<void> {
  await mkdir(path, { mode }).catch(async (error: Error) => {
    // Some file systems refuse a folder that is there already in another way than by EEXIST.
    if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error
  })
}

/** The same where nothing else may happen meanwhile. */
export function makeFolderSync(path: string, mode = 0o777): void {
  try {
    makeOneSync(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    makeFolderSync(dirname(path), mode)
    makeOneSync(path, mode)
  }
}

function makeOneSync(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
