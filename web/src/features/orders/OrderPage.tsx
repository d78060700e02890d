import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function OrderPage() {
  const { t } = useTranslation('orders')
  return <Page title={t('sellIn.title')}>{null}</Page>
}
