import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function CreateSellInPage() {
  const { t } = useTranslation('orders')
  return <Page title={t('sellIn.create')}>{null}</Page>
}
