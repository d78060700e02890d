import { IconArrowLeft } from '@tabler/icons-react'
import { createContext, Fragment, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from './layout.tsx'
import { InternalLink } from './link.tsx'
import styles from './Page.module.css'
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
  description?: ReactNode
  /** At most one of them is a filled (primary) button. */
  actions?: ReactNode
  /** Tabs or a filter that belong to the page header. */
  below?: ReactNode
  /** Forms use `narrow`, which is easier to read. */
  width?: 'full' | 'narrow'
  children: ReactNode
}

/** Appended to each screen's title in the browser tab. */
export const PortalName = createContext('')

const widths = {
  full: { width: '100%', maxWidth: '100rem', marginInline: 'auto' },
  narrow: { width: '100%', maxWidth: '52rem' },
}

export function Page(props: PageProps) {
  const { title, loading = false, documentTitle, breadcrumb, back, badges, description, actions, below } = props
  const { width = 'full', children } = props
  const tab = documentTitle ?? title
  const portal = use(PortalName)
  useEffect(() => {
    if (!loading) document.title = portal === '' ? tab : `${tab} · ${portal}`
  }, [tab, portal, loading])
  return (
    <Stack gap="xl" style={widths[width]} aria-busy={loading || undefined}>
      <Stack as="header" gap="sm">
        {back && (
          <InternalLink href={back.href} className={`${styles.crumb} ${styles.back}`}>
            <IconArrowLeft size={16} stroke={2} aria-hidden />
            {back.label}
          </InternalLink>
        )}
        {breadcrumb && breadcrumb.length > 0 && <Breadcrumb way={breadcrumb} />}
        <Row align="start" justify="between" style={{ gap: '0.75rem 1.5rem' }}>
          <div style={{ minWidth: 0, flex: '1 1 16rem' }}>
            <Row style={{ gap: '0.375rem 0.75rem' }}>
              <h1 className={styles.title}>{loading ? <Line width="14rem" /> : title}</h1>
              {badges && <Row gap="0.375rem">{badges}</Row>}
            </Row>
            {description && (
              <Text as="div" kind="quiet" className={styles.description}>
                {description}
              </Text>
            )}
          </div>
          {actions && <Row className={styles.actions}>{actions}</Row>}
        </Row>
        {below}
      </Stack>
      {children}
    </Stack>
  )
}

function Breadcrumb({ way }: { way: readonly Crumb[] }) {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={t('breadcrumb')}>
      <Row as="ol" className={styles.breadcrumb}>
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
