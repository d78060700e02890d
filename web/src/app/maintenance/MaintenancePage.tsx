import type { Maintenance } from '@trellis/contract/tenants'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberedTenant } from '../tenant.ts'
import styles from './MaintenancePage.module.css'

interface MaintenancePageProps extends Maintenance {
  /** The element that it fills. */
  dialog: HTMLDialogElement
}

export function MaintenancePage({ untilDate, message, dialog }: MaintenancePageProps) {
  const { t, i18n } = useTranslation('maintenance')
  const id = useId()
  useEffect(() => {
    dialog.className = styles.page ?? ''
    dialog.setAttribute('aria-labelledby', `${id}title`)
    dialog.setAttribute('aria-describedby', `${id}text`)
  }, [dialog, id])
  const tenant = rememberedTenant()
  const until = untilDate === null ? null : new Date(untilDate)
  const time = until && timeIn(i18n.language, until)
  return (
    <div className={styles.sheet}>
      <p className={styles.tenant}>
        {tenant?.logoUrl ? (
          <img className={styles.logo} src={tenant.logoUrl} alt={tenant.tenantName} />
        ) : (
          tenant?.tenantName
        )}
      </p>
      <h1 className={styles.title} id={`${id}title`} tabIndex={-1}>
        {t('title')}
      </h1>
      <div id={`${id}text`} aria-live="polite">
        <p className={styles.text}>
          {until === null ? t('soon') : until.getTime() > Date.now() ? t('until', { time }) : t('longer', { time })}
        </p>
        {message !== null && <blockquote className={styles.message}>{message}</blockquote>}
        <p className={styles.hint}>{t('stays')}</p>
      </div>
    </div>
  )
}

/** Day, if it is not today, and time where the reader's browser is, with the zone's name: others may look from elsewhere. */
function timeIn(language: string, at: Date): string {
  const isToday = at.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(language, {
    ...(!isToday && { weekday: 'long', day: 'numeric', month: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}
