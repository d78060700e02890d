import { IconArrowLeft } from '@tabler/icons-react'
import { createContext, Fragment, type ReactNode, use, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { InternalLink } from './link.tsx'
import styles from './Page.module.css'
import { Line } from './Skeletons.tsx'

export interface Crumb {
  label: string
  href?: string | undefined
}

interface PageProps {
  title: string
  /** While the name is not known yet, its place is kept. */
  loading?: boolean
  /** What the browser's tab says, if other than the title. */
  documentTitle?: string | undefined
  /** The way from the root to here, without the page itself. */
  breadcrumb?: readonly Crumb[] | undefined
  back?: { href: string; label: string } | undefined
  badges?: ReactNode
  description?: ReactNode
  /** At most one of them is filled. */
  actions?: ReactNode
  /** Tabs or a filter that belong to the head. */
  below?: ReactNode
  /** Forms read better narrow. */
  width?: 'full' | 'narrow'
  children: ReactNode
}

/** What follows each screen's title in the browser's tab. */
export const PortalName = createContext('')

export function Page(props: PageProps) {
  const { title, loading = false, documentTitle, breadcrumb, back, badges, description, actions, below } = props
  const tab = documentTitle ?? title
  const portal = use(PortalName)
  useEffect(() => {
    if (!loading) document.title = portal === '' ? tab : `${tab} · ${portal}`
  }, [tab, portal, loading])
  return (
    <div className={styles.page} data-width={props.width ?? 'full'} aria-busy={loading || undefined}>
      <header className={styles.header}>
        {back && (
          <InternalLink href={back.href} className={styles.back}>
            <IconArrowLeft size={16} stroke={2} aria-hidden />
            {back.label}
          </InternalLink>
        )}
        {breadcrumb && breadcrumb.length > 0 && <Breadcrumb way={breadcrumb} />}
        <div className={styles.row}>
          <div className={styles.titles}>
            <div className={styles.titleRow}>
              <h1 className={styles.title}>{loading ? <Line width="14rem" /> : title}</h1>
              {badges && <div className={styles.badges}>{badges}</div>}
            </div>
            {description && <div className={styles.description}>{description}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {below}
      </header>
      {props.children}
    </div>
  )
}

function Breadcrumb({ way }: { way: readonly Crumb[] }) {
  const { t } = useTranslation('ui')
  return (
    <nav aria-label={t('breadcrumb')}>
      <ol className={styles.breadcrumb}>
        {way.map((crumb, index) => (
          <Fragment key={`${crumb.href ?? ''}${crumb.label}`}>
            {index > 0 && (
              <li aria-hidden className={styles.separator}>
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
      </ol>
    </nav>
  )
}
