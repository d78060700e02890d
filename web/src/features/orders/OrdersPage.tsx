import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function SellInPage() {
  const { t } = useTranslation('orders')
  return <Page title={t('sellIn.title')}>{null}</Page>
}

export function SellOutPage() {
  const { t } = useTranslation('orders')
  return <Page title={t('sellOut.title')}>{null}</Page>
}
