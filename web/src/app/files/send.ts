import { files, type File as StoredFile, type UploadRequest } from '@trellis/contract/files'
import { callWith } from '../calls.ts'
import { pathOfSigned } from './signed.ts'

/** The bytes did not arrive, or were refused. */
export class Interrupted extends Error {}

interface Sending {
  file: Blob & { name: string }
  request: Omit<UploadRequest, 'fileName' | 'fileSizeInBytes'>
  signal: AbortSignal
  /** Called with the share of the bytes that was sent, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Uploads one file: request, bytes, commit. An attempt after a failure begins anew, because the URL for the bytes works
 * once. The commit is sent a second time when its answer is lost: it may be repeated.
 */
export async function sendFile({ file, request, signal, onProgress }: Sending): Promise<StoredFile> {
  const body = { ...request, fileName: file.name, fileSizeInBytes: file.size }
  const upload = await callWith(files.requestUpload, { body }, { signal })
  await put(upload.uploadUrl, upload.headers, file, signal, onProgress)
  const { accountFileId, uploadSessionId } = upload
  const commit = { body: { accountFileId, uploadSessionId, parentAccountId: request.parentAccountId } }
  const committing = () => callWith(files.commitUpload, commit, { signal })
  return committing().catch((error: unknown) => {
    if (signal.aborted || !(error as { transient?: boolean }).transient) throw error
    return committing()
  })
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
