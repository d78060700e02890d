import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ApiKey } from '@trellis/contract/api-keys'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useList } from '../../app/useList.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { apiKeyList } from './lists.ts'
import { useEndKey } from './useEndKey.ts'
import { useKeyColumns } from './useKeyColumns.tsx'

const rowKey = ({ apiKeyId }: ApiKey) => apiKeyId

const Route = getRouteApi('/_frame/accounts/$id/_tabs/keys')

/** The tab /accounts/{id}/keys. */
export function KeysTab() {
  const { t } = useTranslation('apiKeys')
  return useCan('Users', 'c') ? <Keys /> : <NoPermission>{t('mayNot')}</NoPermission>
}

function Keys() {
  const { t } = useTranslation(['apiKeys', 'common'])
  const { id } = Route.useParams()
  const list = useList(apiKeyList, Route, { parentAccountId: id })
  const columns = useKeyColumns((key) => <RowActions apiKey={key} />)
  const create = (
    <LinkButton href={`/accounts/${id}/keys/create`} size="compact-sm" leftSection={<IconPlus size={16} aria-hidden />}>
      {t('make')}
    </LinkButton>
  )
  return (
    <DataTable
      list={list}
      columns={columns}
      rowKey={rowKey}
      label={t('title')}
      find={t('find')}
      failed={t('fetchError')}
      exportAs="api-keys"
      filters={{ withChildren: t('common:scope.withBelow') }}
      create={create}
      empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
    />
  )
}

function RowActions({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('apiKeys')
  const end = useEndKey()
  const whyNot = apiKey.blocked.end !== null ? t('mayNotEnd') : apiKey.status === 'ended' ? t('hasEnded') : null
  return (
    <ActionMenu
      label={t('actionsFor', { name: apiKey.name })}
      actions={[{ label: t('end'), onClick: () => void end(apiKey), blocked: whyNot, destructive: true }]}
    />
  )
}
