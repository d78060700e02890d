import { useQuery } from '@tanstack/react-query'
import type { Deal, DealHistoryEntry } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { wholeList } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { DealStatusTag, EBidTag, hasBid, ProtectionTag } from './tags.tsx'

export const useDealHistory = (dealId: string) => useQuery(queryOf(deals.history, { params: { id: dealId } }))

/** What happened to a deal, newest first. */
export function DealHistory({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const { data, error, refetch } = useDealHistory(deal.dealId)
  const chance = ({ dealChanceOFClosure }: DealHistoryEntry) => formatPercentage(dealChanceOFClosure / 100, language)
  const columns: Column<DealHistoryEntry>[] = [
    {
      id: 'date',
      header: t('history.date'),
      cell: ({ creationDate }) => <DateTime value={creationDate} />,
      text: ({ creationDate }) => creationDate,
    },
    { id: 'chance', header: t('chance'), align: 'right', cell: chance, text: chance },
    {
      id: 'protection',
      header: t('protectionName'),
      cell: ({ dealProtectionStatus }) => <ProtectionTag status={dealProtectionStatus} />,
      text: ({ dealProtectionStatus }) => t(`protection.${dealProtectionStatus}`),
    },
    {
      id: 'status',
      header: t('statusName'),
      cell: ({ dealStatus }) => <DealStatusTag status={dealStatus} />,
      text: ({ dealStatus }) => t(`status.${dealStatus}`),
    },
    {
      id: 'source',
      header: t('history.origin'),
      cell: ({ source, event, createdBy, reason }) => (
        <Stack gap="none">
          <Text>{t(`history.events.${event}`)}</Text>
          <Text kind="small">{[t(`history.sources.${source}`), createdBy].filter(Boolean).join(' · ')}</Text>
          {reason && <Text kind="small">{t('standing.asked', { reason })}</Text>}
        </Stack>
      ),
      text: ({ source, event }) => `${t(`history.events.${event}`)} (${t(`history.sources.${source}`)})`,
      card: 'wide',
    },
    {
      id: 'eBidValue',
      header: t('eBidValue'),
      align: 'right',
      cell: ({ eBidValue }) => (eBidValue === 0 ? null : <Money amount={eBidValue} currency={deal.currencyCode} />),
      text: ({ eBidValue }) => (eBidValue === 0 ? '' : String(eBidValue)),
    },
    {
      id: 'eBidStatus',
      header: t('eBidStatus'),
      cell: (entry) => <EBidTag bid={entry} />,
      text: (entry) => (entry.eBidStatus !== 'Unknown' && hasBid(entry) ? t(`ebid.${entry.eBidStatus}`) : ''),
    },
    {
      id: 'estimatedCloseDate',
      header: t('estimatedCloseDate'),
      hidden: true,
      cell: ({ dealEstimatedCloseDate }) => <DateTime value={dealEstimatedCloseDate} dateOnly />,
      text: ({ dealEstimatedCloseDate }) => dealEstimatedCloseDate ?? '',
    },
    {
      id: 'description',
      header: t('description'),
      hidden: true,
      cell: ({ dealDescription }) => dealDescription,
      text: ({ dealDescription }) => dealDescription ?? '',
    },
  ]
  const list = wholeList(data?.items)
  return (
    <DataTable
      list={
        error !== null && data === undefined ? { ...list, status: 'error', error, retry: () => void refetch() } : list
      }
      columns={columns}
      rowKey={({ dealHistoryId }) => dealHistoryId}
      label={t('history.title')}
      failed={t('history.fetchError')}
      heading={
        <Text as="h2" kind="title">
          {t('history.title')}
        </Text>
      }
      paging={false}
    />
  )
}
