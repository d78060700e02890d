import type { ImportKind } from '@trellis/contract/import-columns'
import { maximumImportLength, maximumImportRows } from '@trellis/contract/imports'
import { useState } from 'react'
import { type ReadFile, readSheet, SheetError, type Wishes } from './sheet.ts'

const limits = { bytes: maximumImportLength, rows: maximumImportRows }

/** Reads a file in the browser, as the reader wishes, and keeps what went wrong. */
export function useReadFile(kind: ImportKind, onRead: (read: ReadFile) => void) {
  const [trouble, setTrouble] = useState<{ of: SheetError; file: File } | null>(null)
  const [isReading, setReading] = useState(false)

  async function read(file: File, wishes: Wishes = {}) {
    setTrouble(null)
    setReading(true)
    try {
      onRead(await readSheet(kind, file, limits, wishes))
    } catch (error) {
      setTrouble({ of: error instanceof SheetError ? error : new SheetError('unreadable'), file })
    } finally {
      setReading(false)
    }
  }
  return { read, isReading, trouble }
}
