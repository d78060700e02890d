import type { Deal } from '@trellis/contract/deal-answers'
import { dealStatuses, eBidStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { dealList } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import type { Column } from '../../ui/columns.ts'
import { Money } from '../../ui/Money.tsx'
import { DealStatusTag, EBidTag, hasBid, ProtectionTag } from './tags.tsx'

const field = fieldsOf(dealList)

/** The columns of the deal list. */
export function useDealColumns(): Column<Deal>[] {
  const { t } = useTranslation(['deals', 'common'])
  const hrefOf = useAccountHref()
  const lineOf = useAddressLine()
  const wordsOf = <V extends string>(values: readonly V[], word: (value: V) => string) =>
    Object.fromEntries(values.map((value) => [value, word(value)]))
  const shownBids = eBidStatuses.filter((status) => status !== 'Unknown')
  return [
    field('code', t('code'), { kind: 'code' }),
    field('id', t('id'), { hidden: true, kind: 'code' }),
    field('prospect', t('prospect'), { width: '9.5rem', card: 'line', hint: ({ prospect }) => lineOf(prospect) }),
    field('address', t('address'), {
      path: 'prospect.city',
      hidden: true,
      cell: ({ prospect }) => lineOf(prospect),
      text: ({ prospect }) => lineOf(prospect),
      file: [
        { path: 'prospect.street', label: t('street') },
        { path: 'prospect.postalCode', label: t('postalCode') },
        { path: 'prospect.city', label: t('city') },
        { path: 'prospect.country', label: t('country') },
      ],
    }),
    field('vatId', t('vatId')),
    field('vendor', t('vendor'), { width: '8rem', href: ({ vendor }) => hrefOf(vendor.accountId) }),
    field('status', t('statusName'), {
      words: wordsOf(dealStatuses, (value) => t(`status.${value}`)),
      cell: ({ status }) => <DealStatusTag status={status} />,
      card: 'corner',
    }),
    field('protectionStatus', t('protectionName'), {
      words: wordsOf(protectionStatuses, (value) => t(`protection.${value}`)),
      card: 'line',
      cell: ({ protectionStatus, isExpired }) => <ProtectionTag status={protectionStatus} isExpired={isExpired} />,
    }),
    field('eBidValue', t('eBidValue'), {
      kind: 'money',
      card: 'end',
      currency: { path: 'currencyCode', label: t('currency') },
      cell: ({ eBidValue, currencyCode }) =>
        eBidValue === 0 ? null : <Money amount={eBidValue} currency={currencyCode} />,
    }),
    field('eBidStatus', t('eBid'), {
      words: wordsOf(shownBids, (value) => t(`ebid.${value}`)),
      cell: (deal) => <EBidTag bid={deal} />,
      text: (deal) => (deal.eBidStatus !== 'Unknown' && hasBid(deal) ? t(`ebid.${deal.eBidStatus}`) : ''),
    }),
    field('creationDate', t('creationDate'), {
      kind: 'date',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
  ]
}
