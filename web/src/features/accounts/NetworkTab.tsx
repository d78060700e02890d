import { IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { canHaveChildren } from '@trellis/contract/placement'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { type ListRoute, useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { later } from '../../ui/later.tsx'
import { Row } from '../../ui/layout.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Block } from '../../ui/Skeletons.tsx'
import { accountList } from './lists.ts'
import { accountQuery } from './queries.ts'
import { useAccountBulk } from './useAccountBulk.tsx'
import { useAccountColumns } from './useAccountColumns.tsx'

interface NetworkTabProps {
  id: string
  route: ListRoute
}

// Loaded on demand, so that the table does not wait for the map's code.
const NetworkMap = later(() => import('./map/NetworkMap.tsx'))

/** The accounts below one account as a table or a map; the `view` parameter in the URL decides. */
export function NetworkTab({ id, route }: NetworkTabProps) {
  const { t } = useTranslation('accounts')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: account } = useQuery(accountQuery(id))
  const view = search.view === 'map' ? 'map' : 'table'
  const views = (
    <Segmented
      aria-label={t('view.label')}
      value={view}
      onChange={(chosen) => void navigate({ search: chosen === 'map' ? { view: 'map' } : {}, resetScroll: false })}
      data={[
        { value: 'table', label: t('view.table') },
        { value: 'map', label: t('view.map') },
      ]}
    />
  )
  if (view === 'map') {
    return (
      <>
        <Row>{views}</Row>
        <NetworkMap accountId={id} route={route} waiting={<Block height="68dvh" />} />
      </>
    )
  }
  return <AccountsTable id={id} account={account} route={route} views={views} />
}

interface AccountsTableProps {
  id: string
  account: Account | undefined
  route: ListRoute
  views: ReactNode
}

function AccountsTable({ id, account, route, views }: AccountsTableProps) {
  const { t } = useTranslation(['accounts', 'common'])
  const list = useList(accountList, route, { parentAccountId: id })
  const { selection, dialog } = useAccountBulk(list.rows)
  const groupName = useGroupName()
  const isLast = account !== undefined && !canHaveChildren(account.level)
  const name = { account: account?.accountName ?? '' }
  return (
    <>
      <DataTable
        list={list}
        selection={selection}
        columns={useAccountColumns(list.state.onlyMine === false)}
        rowKey={({ accountId }) => accountId}
        rowLink={({ accountId }) => `/accounts/${accountId}`}
        label={t('network')}
        exportAs="accounts"
        find={t('find')}
        failed={t('fetchAllError')}
        filters={{ withChildren: t('common:scope.withBelow') }}
        toolbar={views}
        empty={
          <Empty title={t('empty', name)} icon={IconSitemap}>
            {isLast ? t('emptyLeaf', { group: groupName(account.groupName) }) : t('emptyText', name)}
          </Empty>
        }
      />
      {dialog}
    </>
  )
}
