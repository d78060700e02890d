import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function CreateSellOutPage() {
  const { t } = useTranslation('orders')
  return <Page title={t('sellOut.create')}>{null}</Page>
}
