import { readdirSync, readlinkSync } from 'node:fs'

/** This process's open temporary files that have been unlinked; works only on Linux. */
export const openUnlinked = (): string[] => {
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
