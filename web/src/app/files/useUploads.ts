import { useQueryClient } from '@tanstack/react-query'
import type { FileCategory, File as StoredFile, Upload } from '@trellis/contract/files'
import { useEffect, useRef, useState } from 'react'
import { markStale } from '../queries.ts'
import { sendFile } from './send.ts'

export interface Uploading {
  key: number
  file: File
  /** While `finishing`, it becomes a file and is attached: too late to cancel. */
  state: 'waiting' | 'sending' | 'finishing' | 'done' | 'failed'
  /** From 0 to 1. */
  share: number
  /** The announced upload, once its bytes have arrived. */
  arrived: Upload | null
  /** The file, once it is committed. */
  stored: StoredFile | null
  /** Why it failed. */
  error: unknown
}

interface Target {
  parentAccountId: string
  fileCategory: FileCategory
  onUploaded?: (file: StoredFile) => Promise<void>
}

/** How many files are sent at once. */
const atOnce = 2

/** A queue of uploads. Leaving the screen cancels those whose bytes have not arrived; the others are finished. */
export function useUploads({ parentAccountId, fileCategory, onUploaded }: Target) {
  const client = useQueryClient()
  const [uploads, setUploads] = useState<readonly Uploading[]>([])
  const running = useRef(new Map<number, { controller: AbortController; isFinishing: boolean }>())
  const lastKey = useRef(0)
  const change = (key: number, to: Partial<Uploading>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))

  async function start({ key, file, arrived, stored: before }: Uploading): Promise<void> {
    const controller = new AbortController()
    const run = { controller, isFinishing: false }
    running.current.set(key, run)
    const onArrived = (upload: Upload | null) => {
      run.isFinishing = upload !== null
      change(key, { arrived: upload, state: upload === null ? 'sending' : 'finishing' })
    }
    change(key, { share: 0, error: null })
    onArrived(arrived)
    try {
      const { signal } = controller
      const onProgress = (share: number) => change(key, { share })
      const request = { fileCategory, parentAccountId }
      const stored = before ?? (await sendFile({ file, request, signal, onProgress, arrived, onArrived }))
      change(key, { stored })
      await onUploaded?.(stored)
      change(key, { state: 'done', share: 1 })
      await markStale(client, ['/files'])
    } catch (error) {
      if (!controller.signal.aborted) change(key, { state: 'failed', error })
    } finally {
      running.current.delete(key)
    }
  }

  // Starts what waits whenever there is a free place.
  useEffect(() => {
    const free = atOnce - running.current.size
    for (const upload of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free)))
      void start(upload)
  })
  useEffect(() => {
    const all = running.current
    return () => {
      for (const { controller } of all.values()) controller.abort()
    }
  }, [])

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): Uploading => {
        lastKey.current += 1
        return { key: lastKey.current, file, state: 'waiting', share: 0, arrived: null, stored: null, error: null }
      })
      setUploads((all) => [...all.filter(({ state }) => state !== 'done'), ...added])
    },
    retry: (key: number) => change(key, { state: 'waiting', share: 0, error: null }),
    /** Cancels the upload if its bytes are under way, and takes it off the list. One that is finishing stays. */
    remove(key: number) {
      const run = running.current.get(key)
      if (run?.isFinishing) return
      run?.controller.abort()
      setUploads((all) => all.filter((one) => one.key !== key))
    },
  }
}
