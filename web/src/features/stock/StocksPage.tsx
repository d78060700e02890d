import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/Page.tsx'

export function StocksPage() {
  const { t } = useTranslation('stock')
  return <Page title={t('title')}>{null}</Page>
}
