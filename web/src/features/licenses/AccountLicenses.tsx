import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { Empty } from '../../ui/Empty.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { LicensesTable } from './LicensesTable.tsx'
import { licenseList } from './lists.ts'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/licenses')

/** The tab /accounts/{id}/licenses. */
export function AccountLicenses() {
  return useCan('Licenses', 'r') ? <Keys /> : <NoPermission />
}

function Keys() {
  const { t } = useTranslation('licenses')
  const { id } = Route.useParams()
  const list = useList(licenseList, Route, { parentAccountId: id })
  return <LicensesTable list={list} scope="withBelow" empty={<Empty title={t('ofAccount.none')} />} />
}
