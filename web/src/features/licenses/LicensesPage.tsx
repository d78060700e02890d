import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Page } from '../../ui/Page.tsx'
import { Summary } from '../../ui/table/Summary.tsx'
import { LicensesTable } from './LicensesTable.tsx'
import { licenseList } from './lists.ts'

const Route = getRouteApi('/_frame/licenses/')

export function LicensesPage() {
  const { t } = useTranslation('licenses')
  const list = useList(licenseList, Route)
  const mayCreate = useCan('Licenses', 'c')
  const create = mayCreate && <LinkButton href="/licenses/create">{t('create')}</LinkButton>
  return (
    <Page
      title={t('title')}
      badges={<Summary list={list} count={t('count', { count: list.count })} />}
      actions={create}
    >
      <LicensesTable
        list={list}
        scope="onlyMine"
        empty={
          <Empty title={t('empty')} action={create}>
            {t('emptyText')}
          </Empty>
        }
      />
    </Page>
  )
}
