import { openFiles } from './open-files.ts'

/**
 * Lists this process's open temporary files that have been unlinked, without those that were open when it was made: tests of
 * one process follow one another. Works only on Linux.
 */
export function openUnlinked(): () => string[] {
  const before = listUnlinked()
  return () => listUnlinked().filter((path) => !before.includes(path))
}

const listUnlinked = (): string[] =>
  openFiles().filter((path) => path.includes('/trellis-') && path.endsWith('(deleted)'))
