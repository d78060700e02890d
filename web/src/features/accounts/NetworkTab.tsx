import { SegmentedControl } from '@mantine/core'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { canHaveChildren } from '@trellis/contract/placement'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupName } from '../../app/groupNames.ts'
import { ImportButton } from '../../app/ImportButton.tsx'
import { useCan } from '../../app/me.ts'
import { type ListRoute, useList } from '../../app/useList.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row } from '../../ui/layout.tsx'
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
const NetworkMap = lazy(() => import('./map/NetworkMap.tsx'))

/** The accounts below one account as a table or a map; the `view` parameter in the URL decides. */
export function NetworkTab({ id, route }: NetworkTabProps) {
  const { t } = useTranslation('accounts')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: account } = useQuery(accountQuery(id))
  const view = search.view === 'map' ? 'map' : 'table'
  const tools = (
    <>
      <SegmentedControl
        aria-label={t('view.label')}
        value={view}
        onChange={(chosen) => void navigate({ search: chosen === 'map' ? { view: 'map' } : {}, resetScroll: false })}
        data={[
          { value: 'table', label: t('view.table') },
          { value: 'map', label: t('view.map') },
        ]}
      />
      <CreateAccount id={id} account={account} />
      <ImportButton kind="accounts" account={id} />
    </>
  )
  if (view === 'map') {
    return (
      <>
        <Row gap="xl">{tools}</Row>
        <Suspense fallback={<Block height="68dvh" />}>
          <NetworkMap accountId={id} route={route} />
        </Suspense>
      </>
    )
  }
  return <AccountsTable id={id} account={account} route={route} tools={tools} />
}

/** Why the reader cannot create an account below this one; null when it is allowed. */
function useWhyNoAccount(account: Account | undefined): string | null {
  const { t } = useTranslation('accounts')
  const groupName = useGroupName()
  const mayCreate = useCan('Accounts', 'c')
  if (account !== undefined && !canHaveChildren(account.level))
    return t('blocked.level', { group: groupName(account.groupName) })
  return mayCreate ? null : t('blocked.create')
}

function CreateAccount({ id, account }: { id: string; account: Account | undefined }) {
  const { t } = useTranslation('accounts')
  return (
    <LinkButton
      href={`/accounts/${id}/create`}
      blocked={useWhyNoAccount(account)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('create')}
    </LinkButton>
  )
}

interface AccountsTableProps {
  id: string
  account: Account | undefined
  route: ListRoute
  tools: ReactNode
}

function AccountsTable({ id, account, route, tools }: AccountsTableProps) {
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
        toolbar={
          <Row gap="xl">
            {tools}
            <FilterBar list={list} withChildren={t('common:scope.withBelow')} />
          </Row>
        }
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
