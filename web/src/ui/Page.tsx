import { IconArrowLeft } from '@tabler/icons-react'
import { createContext, Fragment, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from './layout.tsx'
import { InternalLink } from './link.tsx'
import styles from './Page.module.css'
import { SectionRail } from './SectionRail.tsx'
import { Line } from './Skeletons.tsx'

export interface Crumb {
  label: string
  href?: string | undefined
}

interface PageProps {
  title: string
  /** True until the title is known; a skeleton keeps its place. */
  loading?: boolean
  /** Title of the browser tab, if it differs from `title`. */
  documentTitle?: string | undefined
  /** The path from the root to this page, without the page itself. */
  breadcrumb?: readonly Crumb[] | undefined
  back?: { href: string; label: string } | undefined
  badges?: ReactNode
  /** `null` while it is loading. */
  description?: ReactNode
  /** At most one of them is a filled (primary) button. */
  actions?: ReactNode
  /** Tabs or a filter that belong to the page header. */
  below?: ReactNode
  /** Forms use `narrow`, which is easier to read. */
  width?: 'full' | 'narrow'
  /** Shows each of the children only when the ones before it are loaded. */
  inOrder?: boolean
  /** A long form: a rail names its panels, marks the current one and jumps to the others. */
  rail?: boolean
  children: ReactNode
}

/** Appended to each screen's title in the browser tab. */
export const PortalName = createContext('')

const widths = {
  full: { width: '100%', maxWidth: '100rem', marginInline: 'auto' },
  narrow: { width: '100%', maxWidth: '52rem' },
}

/** A narrow page with the rail beside it. */
const withRail = { width: '100%', maxWidth: '67rem' }

/**
 * A screen: its header and its content. Space is reserved for each part of the header that is passed, even if it is not loaded
 * yet, so that nothing below it moves.
 */
export function Page(props: PageProps) {
  const { title, loading = false, documentTitle, breadcrumb, back, badges, description, actions, below } = props
  const { width = 'full', inOrder, rail = false, children } = props
  const tab = documentTitle ?? title
  const has = (part: 'breadcrumb' | 'badges' | 'description' | 'actions') =>
    part in props && props[part] !== false && (loading || props[part] !== undefined)
  useTabTitle(tab, loading)
  return (
    <Stack
      className={`${styles.sections} ${styles.page}`}
      style={rail ? withRail : widths[width]}
      aria-busy={loading || undefined}
      inOrder={inOrder}
    >
      <Stack as="header" gap="sm" style={rail ? { maxWidth: widths.narrow.maxWidth } : undefined}>
        {back && (
          <InternalLink href={back.href} data-screen className={`${styles.crumb} ${styles.back}`}>
            <IconArrowLeft size={16} stroke={2} aria-hidden />
            {back.label}
          </InternalLink>
        )}
        {has('breadcrumb') && <Breadcrumb way={breadcrumb ?? []} />}
        <Row align="start" justify="between" className={styles.heading} style={{ gap: '0.75rem 1.5rem' }}>
          <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
            <Row style={{ gap: '0.375rem 0.75rem' }}>
              <h1 className={styles.title}>{loading ? <Line width="14rem" /> : title}</h1>
              {has('badges') && (
                <Row gap="0.375rem" nowrap className={styles.badges} data-place>
                  {badges}
                </Row>
              )}
            </Row>
            {has('description') && (
              <Text as="div" kind="quiet" className={styles.description}>
                {description ?? <Line width="min(20rem, 60%)" />}
              </Text>
            )}
          </div>
          {has('actions') && <Row className={styles.actions}>{actions}</Row>}
        </Row>
        {below}
      </Stack>
      {rail ? (
        <SectionRail>
          <Sections>{children}</Sections>
        </SectionRail>
      ) : (
        children
      )}
    </Stack>
  )
}

/** Names the browser tab after the screen, once its title is known. */
export function useTabTitle(tab: string, loading: boolean): void {
  const portal = use(PortalName)
  useEffect(() => {
    if (!loading) document.title = portal === '' ? tab : `${tab} · ${portal}`
  }, [tab, portal, loading])
}

/** Sections below each other within a column, with the same gaps as the sections of a page. */
export const Sections = ({ inOrder, children }: { inOrder?: boolean; children: ReactNode }) => (
  <Stack className={styles.sections} style={{ minWidth: 0 }} inOrder={inOrder}>
    {children}
  </Stack>
)

export function Breadcrumb({ way }: { way: readonly Crumb[] }) {
  const { t } = useTranslation('ui')
  if (way.length === 0) return <div className={styles.breadcrumb} />
  return (
    <nav aria-label={t('breadcrumb')}>
      <Row as="ol" nowrap className={styles.breadcrumb}>
        {way.map((crumb, index) => (
          <Fragment key={`${crumb.href ?? ''}${crumb.label}`}>
            {index > 0 && (
              <li aria-hidden style={{ color: 'var(--ui-line-strong)' }}>
                /
              </li>
            )}
            <li>
              {crumb.href ? (
                <InternalLink href={crumb.href} className={styles.crumb}>
                  {crumb.label}
                </InternalLink>
              ) : (
                crumb.label
              )}
            </li>
          </Fragment>
        ))}
      </Row>
    </nav>
  )
}
