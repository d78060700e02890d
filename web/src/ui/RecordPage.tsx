import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import { Columns, Row, Stack, Text } from './layout.tsx'
import { InternalLink } from './link.tsx'
import page from './Page.module.css'
import { Breadcrumb, type Crumb, Sections, useTabTitle } from './Page.tsx'
import styles from './Record.module.css'
import { Line } from './Skeletons.tsx'
import { useStuck } from './stuck.ts'

interface RecordPageProps {
  /** The company, person or thing that the record is about. */
  title: string
  /** True until the record is known; skeletons keep the places. */
  loading?: boolean
  /** Title of the browser tab, if it differs from `title`. */
  documentTitle?: string | undefined
  back?: { href: string; label: string } | undefined
  breadcrumb?: readonly Crumb[] | undefined
  /** The code of the record, small and with a button to copy it. */
  code?: string | undefined
  /** The title is the code itself, for a license key: a button beside it copies it. */
  copyTitle?: { label: string; copied?: string } | undefined
  badges?: ReactNode
  /** `null` while it is loading. */
  description?: ReactNode
  /** The `RecordBar`. */
  bar?: ReactNode
  /** Tabs that belong to the header. */
  below?: ReactNode
  inOrder?: boolean
  children: ReactNode
}

/**
 * The page of one record: what it is about, its code, and one bar of actions that stays in sight. Below it come at most three
 * figures, what is to be decided, what supports that, and what is looked up (`RecordColumns`), and last the `Fold`s.
 */
export function RecordPage(props: RecordPageProps) {
  const {
    title,
    loading = false,
    documentTitle,
    back,
    breadcrumb,
    code,
    badges,
    description,
    bar,
    below,
    children,
  } = props
  useTabTitle(documentTitle ?? title, loading)
  const stuck = useStuck()
  useKeptFocus()
  return (
    <Stack
      className={`${page.sections} ${styles.record}`}
      aria-busy={loading || undefined}
      inOrder={props.inOrder}
      data-record
    >
      <header className={styles.header}>
        <Row className={styles.way} nowrap>
          {back && (
            <InternalLink href={back.href} data-screen className={`${page.crumb} ${styles.back}`}>
              <IconArrowLeft size={16} stroke={2} aria-hidden />
              {back.label}
            </InternalLink>
          )}
          {breadcrumb !== undefined && <Breadcrumb way={breadcrumb} />}
          {code && <Code code={code} />}
        </Row>
        <div ref={stuck} className={styles.head}>
          <div className={styles.name}>
            <h1 className={page.title} data-code={props.copyTitle && true}>
              {loading && title === '' ? <Line width="14rem" /> : title}
            </h1>
            {props.copyTitle && <CopyButton value={title} {...props.copyTitle} />}
            {'badges' in props && (
              <Row gap="0.375rem" nowrap className={styles.badges} data-place>
                {badges}
              </Row>
            )}
          </div>
          {'bar' in props && <div className={styles.bar}>{bar}</div>}
        </div>
        {'description' in props && (loading || description !== undefined) && (
          <Text as="div" kind="quiet" className={`${page.description} ${styles.description}`}>
            {description ?? <Line width="min(20rem, 60%)" />}
          </Text>
        )}
        {below}
      </header>
      {children}
    </Stack>
  )
}

/** A button that goes away leaves the focus to what comes in its place. Its code is loaded when something has the focus. */
function useKeptFocus(): void {
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const load = (event: Event) => {
      // What is pressed at once may be gone when the code is there.
      const begun = event.composedPath().filter((at) => at instanceof Element)
      return import('./dialogFocus.ts').then(
        ({ watchLostFocus }) => {
          if (!isOver) end = watchLostFocus(undefined, begun)
        },
        () => undefined,
      )
    }
    document.addEventListener('focusin', load, { once: true })
    return () => {
      isOver = true
      document.removeEventListener('focusin', load)
      end?.()
    }
  }, [])
}

/** It appears with the record: a placeholder would move when the way before it is known. */
function Code({ code }: { code: string }) {
  const { t } = useTranslation('ui')
  return (
    <Row as="span" nowrap gap="none" className={styles.code}>
      <span>{code}</span>
      <CopyButton value={code} label={t('record.copyCode')} copied={t('record.codeCopied')} />
    </Row>
  )
}

interface RecordColumnsProps {
  /** What is looked up; below the rest where there is no room beside it. */
  rail: ReactNode
  children: ReactNode
}

/** What supports the decision, and beside it what is looked up. */
export function RecordColumns({ rail, children }: RecordColumnsProps) {
  const { t } = useTranslation('ui')
  return (
    <Columns rail="var(--rail)" className={styles.columns}>
      <Sections inOrder>{children}</Sections>
      <aside className={styles.rail} aria-label={t('record.facts')}>
        <Sections>{rail}</Sections>
      </aside>
    </Columns>
  )
}
