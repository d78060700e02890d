import { type ImportKind, imports } from '@trellis/contract/imports'
import { call, callWith } from '../../app/calls.ts'

/** A piece of some megabytes needs this long on a line of 20 kB a second. */
const pieceTimeout = 5 * 60_000

interface Sending {
  kind: ImportKind
  file: File
  signal: AbortSignal
  /** Called with the share of the file that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Sends a large file as it is, piece by piece, and returns the id of the upload. What has arrived before, also on an earlier page
 * or in an earlier try, is not sent again.
 */
export async function sendInPieces({ kind, file, signal, onProgress }: Sending): Promise<string> {
  const { uploadId, pieceSize, pieceCount, received } = await call(imports.upload, {
    body: {
      kind,
      fileName: nameOf(file),
      sizeInBytes: file.size,
      fingerprint: `${file.size} ${file.lastModified}`,
    },
  })
  const arrived = new Set(received)
  onProgress(arrived.size / pieceCount)
  for (let number = 1; number <= pieceCount; number++) {
    signal.throwIfAborted()
    if (arrived.has(number)) continue
    const bytes = file.slice((number - 1) * pieceSize, number * pieceSize)
    const request = { params: { id: uploadId, number } }
    await callWith(imports.piece, request, { bytes, signal, timeout: pieceTimeout })
    arrived.add(number)
    onProgress(arrived.size / pieceCount)
  }
  return uploadId
}

/** The name of a file, as far as the portal keeps it. */
export const nameOf = ({ name }: Pick<File, 'name'>): string => name.slice(0, 255)
