import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'

const folder = '/proc/self/fd'

/** Linux says which files a process has open. */
export const saysOpenFiles = existsSync(folder)

/** Files that this process has open, by their paths, where the system says it; one that was deleted ends in ` (deleted)`. */
export const openFiles = (): string[] =>
  (saysOpenFiles ? readdirSync(folder) : []).flatMap((fd) => {
    try {
      return [readlinkSync(`${folder}/${fd}`)]
    } catch {
      // It was closed meanwhile, as that of this list.
      return []
    }
  })

/** Waits until no such file is open, and fails if the garbage collector has closed one. */
export async function expectClosed(path: RegExp): Promise<void> {
  const collected: string[] = []
  const note = ({ message }: Error) => {
    if (message.includes('on garbage collection')) collected.push(message)
  }
  process.on('warning', note)
  try {
    await expect.poll(() => openFiles().filter((each) => path.test(each))).toEqual([])
    // What the collector closes is told a turn later.
    await new Promise((resolve) => setImmediate(resolve))
    expect(collected).toEqual([])
  } finally {
    process.off('warning', note)
  }
}
