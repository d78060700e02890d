import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeyHint, useKeys } from '../keys.ts'
import { type List, pageCount } from '../list.ts'
import { type Choosing, withRows } from './choosing.ts'

const step: Record<string, 1 | -1> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }

/**
 * Keys of a table: j and k move the focus between the rows, the arrows too once a row has it; with Shift they select on the
 * way. x and Space select, with Shift up to the row selected before, * selects the page. n and b turn pages, e exports, / goes to the search field. Enter
 * opens the row, because its link has the focus.
 */
export function useRowKeys<Row>(
  frame: RefObject<HTMLDivElement | null>,
  list: List<Row>,
  choosing: Choosing<Row> | undefined,
): void {
  const { t } = useTranslation('ui')
  const actions = choosing?.actionKeys ?? []
  const toFirst = useRef(false)
  // The rows of the page that a key asked for have come.
  useEffect(() => {
    if (!toFirst.current || list.refreshing || list.status !== 'ready') return
    toFirst.current = false
    focusRow(rowsIn(frame)[0])
  }, [frame, list.refreshing, list.status])

  const turn = (by: 1 | -1): boolean => {
    const page = list.state.page + by
    if (page < 1 || page > pageCount(list.count, list.state.limit)) return false
    toFirst.current = true
    list.change({ page })
    return true
  }
  const move = (event: KeyboardEvent, by: 1 | -1, here: number): boolean => {
    const rows = rowsIn(frame)
    if (here < 0 && event.key.length > 1) return false
    const next = rows[here < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, here + by))]
    if (event.shiftKey && choosing) {
      const keys = [rows[here]?.dataset.row, next?.dataset.row].filter((key) => key !== undefined)
      choosing.onChange(
        withRows(
          choosing.selected,
          keys.filter((key) => choosing.keys.includes(key)),
          true,
        ),
      )
    }
    focusRow(next)
    return next !== undefined
  }

  useKeys(
    {
      hints: [
        ...(list.searchedBy === undefined ? [] : [hint(['/'], t('keys.search')), hint(['Esc'], t('keys.clearSearch'))]),
        ...hintsOf(t, choosing !== undefined),
        ...actions.map(({ key, label }) => hint([key.toUpperCase()], label)),
      ],
      run: (event) => {
        const here = rowsIn(frame).findIndex((row) => row.contains(document.activeElement))
        const key = rowsIn(frame)[here]?.dataset.row
        const pressed = event.key.toLowerCase()
        const by = step[pressed]
        if (by !== undefined) return move(event, by, here)
        if (pressed === '/' && list.searchedBy !== undefined) return focusSearch(frame)
        if (pressed === 'e') return pressExport(frame)
        const selectable = key !== undefined && choosing?.keys.includes(key) ? key : null
        const action = actions.find(({ key: name }) => name === pressed)
        if (action !== undefined) {
          if (!event.repeat) action.run(selectable)
          return true
        }
        if (pressed === 'n') return turn(1)
        if (pressed === 'b') return turn(-1)
        if (choosing === undefined) return false
        if (pressed === '*') {
          const areAll = choosing.keys.every((one) => choosing.selected.has(one))
          choosing.onChange(withRows(choosing.selected, choosing.keys, !areAll))
          return true
        }
        const isSpace = pressed === ' ' && document.activeElement?.matches('a[data-row-link]')
        if ((pressed !== 'x' && !isSpace) || selectable === null) return false
        choosing.choose(selectable, !choosing.selected.has(selectable), event.shiftKey)
        return true
      },
    },
    frame,
  )
}

const hint = (keys: readonly string[], does: string): KeyHint => ({ keys, does })

function hintsOf(t: ReturnType<typeof useTranslation<'ui'>>['t'], hasSelection: boolean): KeyHint[] {
  return [
    hint(['J', 'K', '↓', '↑'], t('keys.move')),
    hint(['Enter'], t('keys.open')),
    ...(hasSelection
      ? [
          hint(['X'], t('keys.select')),
          hint(['Shift X'], t('keys.range')),
          hint(['Shift ↓', 'Shift ↑'], t('keys.extend')),
          hint(['*'], t('keys.page')),
        ]
      : []),
    hint(['N', 'B'], t('keys.turn')),
    hint(['E'], t('keys.export')),
  ]
}

const rowsIn = (frame: RefObject<HTMLElement | null>) => [
  ...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

function focusSearch(frame: RefObject<HTMLElement | null>): boolean {
  const field = frame.current?.querySelector<HTMLInputElement>('input[data-list-search]')
  field?.focus()
  field?.select()
  return field != null
}

function pressExport(frame: RefObject<HTMLElement | null>): boolean {
  const button = frame.current?.querySelector<HTMLButtonElement>('[data-export]:not(:disabled)')
  button?.focus()
  button?.click()
  return button != null
}

/** The link of a row that opens something, or the first that can have the focus in it. */
function focusRow(row: HTMLElement | undefined): void {
  const target =
    row?.querySelector<HTMLElement>('a[data-row-link]') ??
    row?.querySelector<HTMLElement>('input') ??
    row?.querySelector<HTMLElement>('a, button')
  target?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
