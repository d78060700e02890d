import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { keptSale } from './keptSale.ts'

/** A link back to the sale that was interrupted for this purchase. */
export function KeptSaleNotice() {
  const { t } = useTranslation('orders')
  if (keptSale(useQueryClient()) === undefined) return null
  return (
    <Notice
      action={
        <LinkButton href="/sell-out/create" variant="default" size="xs">
          {t('goOnWithSale')}
        </LinkButton>
      }
    >
      {t('keptSale')}
    </Notice>
  )
}
