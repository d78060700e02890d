import type { ImportKind } from '@trellis/contract/imports'
import { useEffect, useRef, useState } from 'react'
import { sendInPieces } from './upload.ts'

/** Sends a large file before it is imported. Leaving the screen stops that; the same file goes on later where it stopped. */
export function useUpload(kind: ImportKind) {
  const stopping = useRef<AbortController | null>(null)
  /** How much has arrived, from 0 to 1; null while nothing is sent. */
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  return {
    share,
    error,
    reset: () => setError(null),
    stop: () => stopping.current?.abort(),
    /** The id of the upload; null when it was stopped or failed. */
    async send(file: File): Promise<string | null> {
      const controller = new AbortController()
      stopping.current = controller
      setError(null)
      setShare(0)
      try {
        return await sendInPieces({ kind, file, signal: controller.signal, onProgress: setShare })
      } catch (reason) {
        if (!controller.signal.aborted) setError(reason)
        return null
      } finally {
        setShare(null)
      }
    },
  }
}
