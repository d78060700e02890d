import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import styles from './bulk.module.css'
import type { Outcome } from './run.ts'

/** One of the rows, with the planned effect or the result. */
export interface Result {
  key: string
  name: string
  href?: string | null | undefined
  /** True if the name is a serial key or code. */
  mono?: boolean
  why?: string | null | undefined
  /** Why it cannot be done; such rows come first. */
  isException?: boolean | undefined
  /** Its amount, at the end of the line. */
  amount?: ReactNode
  tone: Tone
  state: string
}

export const toneOf: Record<Outcome['state'], Tone> = {
  waiting: 'neutral',
  running: 'info',
  done: 'success',
  undone: 'neutral',
  refused: 'error',
  unknown: 'warning',
}

interface RunFrameProps {
  title: string
  /** What all of it comes to: the money, by currency. */
  total?: ReactNode
  /** What will happen, as a sentence; during and after the run, its progress. */
  text: ReactNode
  /** More details before it starts, such as stock movements, and fields to fill in. */
  children?: ReactNode
  /** A link or button to a next step, below the rows. */
  more?: ReactNode
  results: readonly Result[]
  resultsLabel?: string
  isStarted: boolean
  running: boolean
  /** The number of finished rows and of all rows in the run. */
  progress: { done: number; total: number; label: string }
  /** The button that starts the run; null while it cannot start. */
  start: { label: string; run: () => void; destructive?: boolean | undefined; disabled: boolean } | null
  /** Retries the rows that are not done; null if there are none. */
  again: { label: string; run: () => void } | null
  /** Undoes the action; null if that is not possible. */
  undo?: { label: string; run: () => void } | null
  onStop: () => void
  onClose: () => void
}

/** The dialog of an action on many rows: a summary before it, its progress, and its result for each row. */
export function RunFrame(props: RunFrameProps) {
  const {
    title,
    total,
    text,
    children,
    more,
    results,
    resultsLabel,
    isStarted,
    running,
    progress,
    start,
    again,
    undo = null,
    onStop,
    onClose,
  } = props
  const { t } = useTranslation(['manyRows', 'ui'])
  const isOver = isStarted && !running && again === null
  const closing = useRef<HTMLButtonElement>(null)
  // The focus was on a button of the run, which is removed when the run ends: a key at that moment must not be lost.
  useLayoutEffect(() => {
    if (isOver) closing.current?.focus()
  }, [isOver])
  return (
    <Dialog opened onClose={onClose} busy={running} title={title} size="lg">
      <Stack>
        <div role="status">
          {isStarted ? (
            <Stack gap="sm">
              <ProgressBar max={progress.total} value={progress.done} label={progress.label} />
              <Text>{text}</Text>
            </Stack>
          ) : (
            <Stack gap="xs">
              <Text>{text}</Text>
              {total && <Text kind="strong">{total}</Text>}
            </Stack>
          )}
        </div>
        <Results results={exceptionsFirst(results)} label={resultsLabel ?? t('manyRows:results')} />
        {!isStarted && children}
        {more}
      </Stack>
      <DialogActions>
        {running ? (
          <Button variant="default" onClick={onStop} data-autofocus>
            {t('manyRows:stop')}
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              ref={closing}
              onClick={onClose}
              data-autofocus={(!isStarted && start?.destructive) || undefined}
            >
              {isStarted ? t('manyRows:close') : t('ui:leave.asItIs')}
            </Button>
            {isStarted && undo && (
              <Button variant="default" onClick={undo.run}>
                {undo.label}
              </Button>
            )}
            {isStarted
              ? again && (
                  <Button autoFocus onClick={again.run}>
                    {again.label}
                  </Button>
                )
              : start && (
                  <Button
                    data-autofocus={!start.destructive || undefined}
                    autoFocus={!start.destructive}
                    color={start.destructive ? 'danger' : 'brand'}
                    disabled={start.disabled}
                    onClick={start.run}
                  >
                    {start.label}
                  </Button>
                )}
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** What cannot be done stands before what can; otherwise the order stays. */
export const exceptionsFirst = <R extends Pick<Result, 'isException'>>(results: readonly R[]): R[] => [
  ...results.filter(({ isException }) => isException),
  ...results.filter(({ isException }) => !isException),
]

/** The rows, each with its state. */
const Results = ({ results, label }: { results: readonly Result[]; label: string }) => (
  <Stack as="ul" gap="sm" className={styles.results ?? ''} tabIndex={0} aria-label={label}>
    {results.map(({ key, name, href, mono, why, amount, tone, state }) => (
      <Row as="li" key={key} justify="between" data-state={state}>
        {href ? (
          <EntityLink href={href} mono={mono ?? false} {...(why && { hint: why })}>
            {name}
          </EntityLink>
        ) : (
          <span>
            {name} {why && <Text kind="small">{why}</Text>}
          </span>
        )}
        <Row as="span" gap="md" nowrap>
          {amount && <Text kind="number">{amount}</Text>}
          <StatusTag tone={tone}>{state}</StatusTag>
        </Row>
      </Row>
    ))}
  </Stack>
)
