import { files, type File as StoredFile, type Upload, type UploadRequest } from '@trellis/contract/files'
import { call, callWith } from '../calls.ts'
import { isProblem } from '../problem.ts'
import { pathOfSigned } from './signed.ts'

/** The bytes did not arrive, or were refused. */
export class Interrupted extends Error {}

interface Sending {
  file: Blob & { name: string }
  request: Omit<UploadRequest, 'fileName' | 'fileSizeInBytes'>
  /** Cancels the upload until its bytes have arrived: a commit that was sent may have made the file. */
  signal: AbortSignal
  /** Called with the share of the bytes that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  /** An earlier attempt whose bytes have arrived; null when there is none. */
  arrived: Upload | null
  /** Called when the bytes have arrived, and with null when those of the earlier attempt are gone. */
  onArrived: (upload: Upload | null) => void
}

/**
 * Uploads one file: request, bytes, commit. The URL for the bytes works once, so an attempt after they were cut begins
 * anew. After the answer to a commit was lost, an attempt repeats the commit, so that there is one file.
 */
export async function sendFile({
  file,
  request,
  signal,
  onProgress,
  arrived,
  onArrived,
}: Sending): Promise<StoredFile> {
  const commit = ({ accountFileId, uploadSessionId }: Upload) => {
    const body = { accountFileId, uploadSessionId, parentAccountId: request.parentAccountId }
    const committing = () => call(files.commitUpload, { body })
    return committing().catch((error: unknown) => {
      if (!isProblem(error) || !error.transient) throw error
      return committing()
    })
  }
  if (arrived !== null) {
    const stored = await commit(arrived).catch((error: unknown) => {
      // The session ended before it was committed.
      if (isProblem(error, 'FL409', 'RQ404')) return null
      throw error
    })
    if (stored !== null) return stored
    onArrived(null)
  }
  const body = { ...request, fileName: file.name, fileSizeInBytes: file.size }
  const upload = await callWith(files.requestUpload, { body }, { signal })
  await put(upload.uploadUrl, upload.headers, file, signal, onProgress)
  onArrived(upload)
  return commit(upload)
}

/** `fetch` reports no progress of a body, so this uses XMLHttpRequest. */
function put(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const fail = () => reject(signal.aborted ? signal.reason : new Interrupted())
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => (request.status < 300 ? resolve() : fail())
    request.onerror = fail
    request.onabort = fail
    request.onloadend = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop)
    request.open('PUT', pathOfSigned(url))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(file)
  })
}
