import { IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { webhookList as fields, type Webhook, webhookStatuses } from '@trellis/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { useList } from '../../app/useList.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { webhookList } from './lists.ts'
import { WebhookStatusTag } from './statuses.tsx'

const rowKey = ({ webhookId }: Webhook) => webhookId
const pageOf = ({ webhookId, accountId }: Webhook) => `/accounts/${accountId}/webhooks/${webhookId}`

const Route = getRouteApi('/_frame/accounts/$id/_tabs/webhooks')
const field = fieldsOf(fields)

/** The tab /accounts/{id}/webhooks. */
export function WebhooksTab() {
  const { t } = useTranslation('webhooks')
  return useCan('Users', 'c') ? <Webhooks /> : <NoPermission>{t('mayNot')}</NoPermission>
}

function Webhooks() {
  const { t } = useTranslation(['webhooks', 'common'])
  const { id } = Route.useParams()
  const list = useList(webhookList, Route, { parentAccountId: id })
  const columns = useWebhookColumns()
  const create = (
    <LinkButton
      href={`/accounts/${id}/webhooks/create`}
      size="compact-sm"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('make')}
    </LinkButton>
  )
  return (
    <DataTable
      list={list}
      columns={columns}
      rowKey={rowKey}
      rowLink={pageOf}
      label={t('title')}
      find={t('find')}
      failed={t('fetchError')}
      exportAs="webhooks"
      filters={{ withChildren: t('common:scope.withBelow') }}
      create={create}
      empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
    />
  )
}

function useWebhookColumns(): Column<Webhook>[] {
  const { t } = useTranslation('webhooks')
  const hrefOf = useAccountHref()
  return [
    field('url', t('url'), { hint: ({ description }) => (description === '' ? null : description) }),
    field('description', t('description'), { hidden: true }),
    field('accountName', t('account'), { href: ({ accountId }) => hrefOf(accountId) }),
    field('types', t('types'), {
      cell: ({ types }) => (types.length === 0 ? t('allTypes') : types.join(', ')),
      card: 'wide',
      file: null,
    }),
    field('waiting', t('waiting'), { kind: 'number' }),
    field('lastDeliveryDate', t('lastDelivery'), { kind: 'instant' }),
    field('creationDate', t('made'), { kind: 'date', hidden: true }),
    field('createdBy', t('madeBy'), { hidden: true }),
    field('status', t('status'), {
      words: Object.fromEntries(webhookStatuses.map((value) => [value, t(`statuses.${value}`)])),
      cell: (webhook) => <WebhookStatusTag webhook={webhook} />,
      card: 'corner',
    }),
  ]
}
