import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Selection } from '../../ui/DataTable.tsx'
import { toast } from '../../ui/toast.tsx'
import { currentView } from '../view.ts'

export type Chosen<Row> = readonly [Row, ...Row[]]

/** Something that can be done with the selected rows, or by its key with the row that has the focus. */
export interface BulkAct<Row> {
  id: string
  /** The text of its button. */
  label: string | ((rows: Chosen<Row>) => string)
  /** A single key for it, with its description among the shortcuts. */
  shortcut?: { key: string; label: string }
  /** False where it makes no sense for these rows: it has no button then. */
  isOffered?(rows: Chosen<Row>): boolean
  busy?: boolean
  /** The most rows that it can be done with at once. */
  maximum?: number
  /** Why it cannot be done with these rows, in words; null when it can. */
  whyNot?(rows: Chosen<Row>): string | null
  /** Does it, and returns the dialog that asks and shows the results, if there is one. */
  open(rows: Chosen<Row>, close: (done?: readonly string[]) => void): ReactNode | undefined
  /** It changes nothing, so it is also offered to whoever sees the portal of another user. */
  reads?: true
}

interface BulkOptions<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string
  rowLabel(row: Row): string
  isSelectable?(row: Row): boolean
  acts: readonly BulkAct<Row>[]
}

/** Selecting the rows of a list, on all its pages, with what can be done with them and the open dialog. */
export function useBulk<Row>(options: BulkOptions<Row>): { selection: Selection<Row>; dialog: ReactNode } {
  const { rows, rowKey, rowLabel, isSelectable, acts } = options
  const { t } = useTranslation('common')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReactNode>(null)
  /** The rows of all pages that were shown: a selection can reach over several. */
  const seen = useRef(new Map<string, Row>())
  for (const row of rows) seen.current.set(rowKey(row), row)
  const rowsOf = (keys: Iterable<string>): Chosen<Row> | null => {
    const [first, ...others] = [...keys].flatMap((key) => {
      const row = seen.current.get(key)
      return row === undefined ? [] : [row]
    })
    return first === undefined ? null : [first, ...others]
  }
  const reasonOf = (act: BulkAct<Row>, chosen: Chosen<Row>): string | null => {
    if (act.maximum !== undefined && chosen.length > act.maximum) return t('bulk.tooMany', { count: act.maximum })
    return act.whyNot?.(chosen) ?? null
  }
  const run = (act: BulkAct<Row>, chosen: Chosen<Row>) => {
    if (!act.reads && currentView() !== null) return void toast.info(t('view.onlyReading'))
    const close = (done: readonly string[] = []) => {
      setOpened(null)
      setSelected((before) => new Set([...before].filter((key) => !done.includes(key))))
    }
    setOpened(act.open(chosen, close) ?? null)
  }
  const runByKey = (act: BulkAct<Row>, row: string | null) => {
    const chosen = rowsOf(selected.size > 0 ? selected : row === null ? [] : [row])
    if (chosen === null || act.busy || act.isOffered?.(chosen) === false) return
    const reason = reasonOf(act, chosen)
    if (reason !== null) return void toast.info(reason)
    run(act, chosen)
  }
  const chosen = rowsOf(selected)
  return {
    selection: {
      selected,
      onChange: setSelected,
      rowLabel,
      ...(isSelectable && { isSelectable }),
      actionKeys: acts.flatMap((act) =>
        act.shortcut === undefined ? [] : [{ ...act.shortcut, run: (row: string | null) => runByKey(act, row) }],
      ),
      actions:
        chosen &&
        acts.flatMap((act) =>
          act.isOffered?.(chosen) === false ? (
            []
          ) : (
            <ActionButton
              key={act.id}
              size="xs"
              variant="default"
              loading={act.busy ?? false}
              blocked={reasonOf(act, chosen)}
              onClick={() => run(act, chosen)}
            >
              {typeof act.label === 'string' ? act.label : act.label(chosen)}
            </ActionButton>
          ),
        ),
    },
    dialog: opened,
  }
}
