import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type Expiry, expiryTones } from './expiry.ts'
import styles from './licenses.module.css'

/** The state of a license or of its maintenance, with the day it ends where it has one. */
export function ExpiryTag({ expiry, date }: { expiry: Expiry; date: string | null }) {
  const { t } = useTranslation('licenses')
  return (
    <span className={styles.expiry}>
      <StatusTag tone={expiryTones[expiry]}>{t(`expiry.${expiry}`)}</StatusTag>
      {/* Good to the last instant of a UTC day: read in another zone, it would be the day after. */}
      {date !== null && expiry !== 'perpetual' && <DateTime value={date.slice(0, 10)} />}
    </span>
  )
}
