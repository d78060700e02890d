import { readdirSync, readlinkSync } from 'node:fs'

/**
 * Lists this process's open temporary files that have been unlinked, without those that were open when it was made: tests of
 * one process follow one another. Works only on Linux.
 */
export function openUnlinked(): () => string[] {
  const before = listUnlinked()
  return () => listUnlinked().filter((path) => !before.includes(path))
}

const listUnlinked = (): string[] => {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.includes('/trellis-') && path.endsWith('(deleted)') ? [path] : []
    } catch {
      return []
    }
  })
}
