import type { ImportKind } from '@trellis/contract/import-columns'
import { maximumImportLength, maximumImportRows, maximumImportUpload } from '@trellis/contract/imports'
import { useState } from 'react'
import { type ReadFile, readSheet, SheetError, type Wishes } from './sheet.ts'

const limits = { bytes: maximumImportLength, rows: maximumImportRows, large: maximumImportUpload }

/** Reads a file in the browser, as the reader wishes, and keeps what went wrong. */
export function useReadFile(kind: ImportKind, onRead: (read: ReadFile) => void) {
  const [trouble, setTrouble] = useState<{ of: SheetError; file: File } | null>(null)
  const [isReading, setReading] = useState(false)
  /** How much of a large file was read, from 0 to 1; null of others. */
  const [share, setShare] = useState<number | null>(null)

  async function read(file: File, wishes: Wishes = {}) {
    setTrouble(null)
    setReading(true)
    try {
      onRead(await readSheet(kind, file, limits, wishes, setShare))
    } catch (error) {
      setTrouble({ of: error instanceof SheetError ? error : new SheetError('unreadable'), file })
    } finally {
      setReading(false)
      setShare(null)
    }
  }
  return { read, isReading, share, trouble }
}
