import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './orders.module.css'

/** Shows a boolean as an icon with a word. */
export function YesNo({ value }: { value: boolean }) {
  const { t } = useTranslation('orders')
  return (
    <span className={styles.yesNo} data-yes={value || undefined}>
      {value && <IconCheck size={14} stroke={2.2} aria-hidden />}
      {value ? t('yes') : t('no')}
    </span>
  )
}
