import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Selection } from '../../ui/DataTable.tsx'
import { inSpareTime } from '../../ui/spareTime.ts'
import { toast } from '../../ui/toast.tsx'
import { currentView } from '../view.ts'
import { focusOn, placeAfter } from './nextRow.ts'
import { fetchRunDialog } from './RunDialog.tsx'

export type Chosen<Row> = readonly [Row, ...Row[]]

/** An action on the selected rows, or, by its keyboard shortcut, on the row that has the focus. */
export interface BulkAct<Row> {
  id: string
  /** The label of its button. */
  label: string | ((rows: Chosen<Row>) => string)
  /** A single key for it, with its description among the shortcuts. */
  shortcut?: { key: string; label: string }
  /** False if it makes no sense for these rows: then it has no button. */
  isOffered?(rows: Chosen<Row>): boolean
  busy?: boolean
  /** Maximum number of rows at once. */
  maximum?: number
  /** The reason why it is not possible for these rows, as a sentence; null if it is possible. */
  whyNot?(rows: Chosen<Row>): string | null
  /** True if the screen has its button elsewhere. */
  isAtFoot?: true
  /** Starts the action, and returns its dialog, if it has one. */
  open(rows: Chosen<Row>, close: (done?: readonly string[]) => void): ReactNode | undefined
  /** True if it changes nothing, so that it is also offered to somebody who views the portal as another user. */
  reads?: true
}

interface BulkOptions<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string
  rowLabel(row: Row): string
  isSelectable?(row: Row): boolean
  acts: readonly BulkAct<Row>[]
}

interface Bulk<Row> {
  selection: Selection<Row>
  /** The open dialog. */
  dialog: ReactNode
  /** The selected rows of all pages. */
  chosen: readonly Row[]
  /** Starts one of the actions with them. */
  run(id: string): void
}

/** The selection of a list over all its pages, the actions on it, and the open dialog. */
export function useBulk<Row>(options: BulkOptions<Row>): Bulk<Row> {
  const { rows, rowKey, rowLabel, isSelectable, acts } = options
  const { t } = useTranslation('common')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [opened, setOpened] = useState<ReactNode>(null)
  useEffect(() => inSpareTime(fetchRunDialog), [])
  /** The rows of all pages that were shown, because a selection can span several pages. */
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
    const next = placeAfter(chosen.map(rowKey))
    const close = (done: readonly string[] = []) => {
      setOpened(null)
      if (done.length > 0) focusOn(next)
      setSelected((before) => new Set([...before].filter((key) => !done.includes(key))))
    }
    setOpened(act.open(chosen, close) ?? null)
  }
  /** Runs the first of the actions of a key that makes sense for these rows. */
  const runFirst = (ofKey: readonly BulkAct<Row>[], row: string | null) => {
    const chosen = rowsOf(selected.size > 0 ? selected : row === null ? [] : [row])
    const act = chosen && ofKey.find((each) => !each.busy && each.isOffered?.(chosen) !== false)
    if (!chosen || !act) return
    const reason = reasonOf(act, chosen)
    if (reason !== null) return void toast.info(reason)
    run(act, chosen)
  }
  const chosen = rowsOf(selected)
  const shortcuts = new Map(acts.flatMap(({ shortcut }) => (shortcut ? [[shortcut.key, shortcut.label] as const] : [])))
  return {
    selection: {
      selected,
      onChange: setSelected,
      rowLabel,
      ...(isSelectable && { isSelectable }),
      actionKeys: [...shortcuts].map(([key, label]) => ({
        key,
        label,
        run: (row: string | null) =>
          runFirst(
            acts.filter((act) => act.shortcut?.key === key),
            row,
          ),
      })),
      actions:
        chosen &&
        acts.flatMap((act) =>
          act.isAtFoot || act.isOffered?.(chosen) === false ? (
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
    chosen: chosen ?? [],
    run: (id) => {
      const act = acts.find((each) => each.id === id)
      if (act) runFirst([act], null)
    },
  }
}
