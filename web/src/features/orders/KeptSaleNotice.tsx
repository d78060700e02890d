import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { keptSale } from './keptSale.ts'
import styles from './orders.module.css'

/** A message above a form, with what can be done about it. */
export const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <Row className={styles.notice} justify="between" role="status">
    <Text>{children}</Text>
    {action}
  </Row>
)

/** A link back to the sale that was interrupted for this purchase. */
export function KeptSaleNotice() {
  const { t } = useTranslation('orders')
  if (keptSale(useQueryClient()) === undefined) return null
  return (
    <Notice
      action={
        <LinkButton href="/sell-out/create" variant="default" size="xs">
          {t('form.goOn')}
        </LinkButton>
      }
    >
      {t('form.kept')}
    </Notice>
  )
}
