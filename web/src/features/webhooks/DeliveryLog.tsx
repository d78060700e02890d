import { getRouteApi } from '@tanstack/react-router'
import { kindsOfTypes } from '@trellis/contract/events'
import { deliveryStatuses, deliveryList as fields, testType, type WebhookDelivery } from '@trellis/contract/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useList } from '../../app/useList.ts'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { deliveryList } from './lists.ts'
import { DeliveryStatusTag, useOutcome } from './statuses.tsx'

const rowKey = ({ deliveryId }: WebhookDelivery) => deliveryId
const Route = getRouteApi('/_frame/accounts/$id/webhooks/$webhookId')
const field = fieldsOf(fields)
const typeWords = Object.fromEntries([...kindsOfTypes.keys(), testType].map((type) => [type, type]))

/** What was sent, what came back, and what waits. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const list = useList(deliveryList, Route, { params: { id: webhookId } })
  const [shown, setShown] = useState<string | null>(null)
  const columns = useDeliveryColumns(setShown)
  const delivery = list.rows.find((row) => row.deliveryId === shown)
  return (
    <Panel title={t('log')} description={t('logText')} flush>
      <DataTable
        list={list}
        columns={columns}
        rowKey={rowKey}
        label={t('log')}
        failed={t('logError')}
        filters={{ dates: t('happened') }}
        empty={<Empty title={t('logEmpty')}>{t('logEmptyText')}</Empty>}
      />
      <DeliveryDialog delivery={delivery} onClose={() => setShown(null)} />
    </Panel>
  )
}

function useDeliveryColumns(show: (id: string) => void): Column<WebhookDelivery>[] {
  const { t } = useTranslation('webhooks')
  const outcomeOf = useOutcome()
  return [
    field('type', t('type'), {
      choices: typeWords,
      cell: ({ type }) => <Text kind="strong">{type}</Text>,
    }),
    field('creationDate', t('happened'), { kind: 'instant' }),
    field('status', t('status'), {
      words: Object.fromEntries(deliveryStatuses.map((value) => [value, t(`deliveryStatuses.${value}`)])),
      cell: (delivery) => <DeliveryStatusTag delivery={delivery} />,
      card: 'corner',
    }),
    field('answerStatus', t('answer'), { cell: (delivery) => <Text>{outcomeOf(delivery)}</Text> }),
    field('milliseconds', t('milliseconds'), { kind: 'number' }),
    field('tries', t('tries'), { kind: 'number' }),
    field('nextTryDate', t('nextTry'), { kind: 'instant', hidden: true }),
    {
      id: 'actions',
      header: '',
      align: 'right',
      hideable: false,
      cell: (delivery) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => show(delivery.deliveryId)}
          aria-label={t('showOf', { type: delivery.type, id: delivery.messageId })}
        >
          {t('show')}
        </Button>
      ),
    },
  ]
}
