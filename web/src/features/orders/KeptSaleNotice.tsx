import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { keptSale } from './keptSale.ts'
import styles from './orders.module.css'

/** A link back to the sale that was interrupted for this purchase. */
export function KeptSaleNotice() {
  const { t } = useTranslation('orders')
  if (keptSale(useQueryClient()) === undefined) return null
  return (
    <div className={styles.notice} role="status">
      {t('form.kept')}
      <LinkButton href="/sell-out/create" variant="default" size="xs">
        {t('form.goOn')}
      </LinkButton>
    </div>
  )
}
