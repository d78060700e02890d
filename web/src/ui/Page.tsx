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
