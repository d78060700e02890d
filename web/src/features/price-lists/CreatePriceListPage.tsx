import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CreatePriceListForm } from './CreatePriceListForm.tsx'

export function CreatePriceListPage() {
  const { t } = useTranslation('priceLists')
  const mayCreate = useCan('PriceLists', 'c')
  return (
    <Page title={t('new')} back={{ href: '/pricelists', label: t('title') }}>
      {mayCreate ? (
        <CreatePriceListForm />
      ) : (
        <Panel>
          <NoPermission>{t('form.mayNot')}</NoPermission>
        </Panel>
      )}
    </Page>
  )
}
