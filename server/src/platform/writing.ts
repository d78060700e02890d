import { createWriteStream, type WriteStream } from 'node:fs'

/** What a file system says of a write, without the file. */
const ofDisk = ['EDQUOT', 'EFBIG', 'EIO', 'ENOSPC']

/** The error of a write with the path of its file, as other errors of files have it: a full disk is told with its place. */
export function named<E>(error: E, path: string): E {
  const { code = '', path: known } = error as NodeJS.ErrnoException
  return ofDisk.includes(code) && known === undefined ? (Object.assign(error as object, { path }) as E) : error
}

/** Writes a file; its errors name it. */
export function writingTo(path: string, options: Parameters<typeof createWriteStream>[1]): WriteStream {
  const file = createWriteStream(path, options)
  file.once('error', (error) => named(error, path))
  return file
}
