import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toast.tsx'
import { isProblem, type ProblemCode } from '../problem.ts'
import { markStale, type Stale } from '../queries.ts'
import { type Result, RunFrame, toneOf } from './RunFrame.tsx'
import { type Outcome, runAll } from './run.ts'
import { useWorth } from './worth.ts'

export interface RunDialogProps<Row> {
  rows: readonly Row[]
  rowKey(row: Row): string
  nameOf(row: Row): string
  hrefOf?(row: Row): string | null
  mono?: boolean
  /** The reason why the action is not possible for this row, as a sentence; null if it is possible. */
  whyNot(row: Row): string | null
  /** The effect on a row, as text: its values before and after. */
  becomes?(row: Row): string | null
  /** What the row is about in money; all that can be done is added up by currency. */
  worth?(row: Row): { amount: number; currencyCode: string } | null
  send(row: Row): Promise<unknown>
  /** Undoes the action for a row. Only for actions that notified nobody and had no other effects. */
  takeBack?(row: Row): Promise<unknown>
  /** "Cancel 3 orders?" */
  title: string
  /** What will happen; the numbers of rows for which it is possible and not possible are shown below. */
  text?: ReactNode
  /** The label of the button, with the number of rows for which the action is possible. */
  confirm(count: number): string
  destructive?: boolean
  /** Fields to fill in before it starts. */
  children?: ReactNode
  /** Whether the required fields are filled in. */
  isReady?: boolean
  invalidates: readonly Stale[]
  /** Called with the keys of the rows for which the action succeeded. */
  onClose: (done: readonly string[]) => void
}

/** Runs an action for many rows, one after the other: a summary first, then progress, then each row's result or reason. */
export default function RunBox<Row>(props: RunDialogProps<Row>) {
  const { rows, rowKey, nameOf, hrefOf, mono = false, whyNot, becomes, worth, send, takeBack } = props
  const { title, text, confirm, destructive } = props
  const { t } = useTranslation(['manyRows', 'errors', 'common'])
  const client = useQueryClient()
  const { amountOf, totalOf } = useWorth()
  // Keeps the rows as they were when selected: the list behind the dialog may reload them during the run.
  const [fixed] = useState(rows)
  const chosen = fixed.map((row) => ({ key: rowKey(row), row, why: whyNot(row) }))
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const note = (key: string, outcome: Outcome) => setOutcomes((before) => new Map(before).set(key, outcome))
  const ready = chosen.filter(({ why }) => why === null).map(({ key }) => key)
  const withState = (is: (state: Outcome['state']) => boolean) =>
    [...outcomes].filter(([, { state }]) => is(state)).map(([key]) => key)
  const done = withState((state) => state === 'done')
  const undone = withState((state) => state === 'undone')
  const open = withState((state) => state !== 'done' && state !== 'undone')
  const byKey = new Map(chosen.map(({ key, row }) => [key, row]))
  const rowOf = (key: string) => byKey.get(key) as Row
  const run = async (keys: readonly string[], toSend: (row: Row) => Promise<unknown>, onOutcome: typeof note) => {
    stopped.current = false
    setRunning(true)
    await runAll(keys, { send: (key) => toSend(rowOf(key)), onOutcome, isStopped: () => stopped.current })
    setRunning(false)
    await markStale(client, props.invalidates)
  }
  const go = (keys: readonly string[]) => {
    for (const key of keys) note(key, { state: 'waiting' })
    return run(keys, send, note)
  }
  // Rows that could not be undone keep the state "done".
  const undo = (back: (row: Row) => Promise<unknown>) =>
    run(done, back, (key, outcome) => {
      if (outcome.state === 'done') note(key, { state: 'undone' })
      if ('error' in outcome)
        toast.error(t('common:undo.failed', { what: nameOf(rowOf(key)), why: wordsOf(outcome.error) }))
    })
  const wordsOf = (error: unknown) => t(`errors:${(isProblem(error) ? error.code : 'RQ500') as ProblemCode}`)
  const results = chosen.map(({ key, row, why }): Result => {
    const outcome = outcomes.get(key)
    const failure = outcome && 'error' in outcome ? wordsOf(outcome.error) : null
    return {
      key,
      name: nameOf(row),
      href: hrefOf?.(row),
      mono,
      amount: worth && amountOf(worth(row)),
      isException: outcome === undefined ? why !== null : outcome.state === 'refused' || outcome.state === 'unknown',
      why: outcome === undefined ? (why ?? becomes?.(row) ?? null) : failure,
      tone: outcome ? toneOf[outcome.state] : why === null ? 'neutral' : 'warning',
      state: t(`manyRows:states.${outcome?.state ?? (why === null ? 'ready' : 'cannot')}`),
    }
  })
  // What cannot be done is not sent, and was chosen all the same.
  const remaining = chosen.length - (outcomes.size > 0 ? outcomes.size : ready.length)
  const rest = remaining > 0 ? t('manyRows:cannot', { count: remaining }) : ''
  const over = [
    t('manyRows:done', { count: done.length, total: chosen.length }),
    ...(undone.length > 0 ? [t('manyRows:undone', { count: undone.length })] : []),
    ...(!running && open.length > 0 ? [t('manyRows:left', { count: open.length })] : []),
  ].join(' ')
  return (
    <RunFrame
      title={title}
      text={
        outcomes.size > 0 ? (
          `${over} ${rest}`
        ) : (
          <>
            {text} {t('manyRows:ready', { count: ready.length })} {rest}
          </>
        )
      }
      total={worth && totalOf(chosen.filter(({ why }) => why === null).map(({ row }) => worth(row)))}
      results={results}
      isStarted={outcomes.size > 0}
      running={running}
      progress={{ done: done.length, total: outcomes.size, label: t('manyRows:progress') }}
      start={{
        label: confirm(ready.length),
        run: () => void go(ready),
        destructive,
        disabled: ready.length === 0 || props.isReady === false,
      }}
      again={open.length > 0 ? { label: t('manyRows:again', { count: open.length }), run: () => void go(open) } : null}
      undo={takeBack && done.length > 0 ? { label: t('common:undo.label'), run: () => void undo(takeBack) } : null}
      onStop={() => {
        stopped.current = true
      }}
      onClose={() => props.onClose(done)}
    >
      {props.children}
    </RunFrame>
  )
}
