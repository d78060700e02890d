import type { Deal } from '@trellis/contract/deal-answers'
import { dealStatuses, eBidStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { dealList } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { useAddressLine } from '../../app/addressLines.ts'
import { fieldsOf } from '../../app/fields.ts'
import { useAccountHref } from '../../app/network.ts'
import type { Column } from '../../ui/columns.ts'
import { formatPercentage } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { DealStateCell, ValueCell } from './stateCells.tsx'
import { EBidTag, hasBid, ProtectionTag } from './tags.tsx'
import { worthOf } from './worth.ts'

const field = fieldsOf(dealList)

/**
 * The columns of the deal list: the company, what the deal is worth, its state and how long its protection lasts come first.
 * Protection and eBid stand beside what they belong to; each can be shown as a column of its own too.
 */
export function useDealColumns(): Column<Deal>[] {
  const { t } = useTranslation(['deals', 'common'])
  const { language } = useLocale()
  const hrefOf = useAccountHref()
  const lineOf = useAddressLine()
  // There the other columns need the room; whoever wants it shows it.
  const isLaptop = useMediaQuery('(max-width: 84.99em)')
  const wordsOf = <V extends string>(values: readonly V[], word: (value: V) => string) =>
    Object.fromEntries(values.map((value) => [value, word(value)]))
  const shownBids = eBidStatuses.filter((status) => status !== 'Unknown')
  const protections = wordsOf(protectionStatuses, (value) => t(`protection.${value}`))
  return [
    field('prospect', t('company'), {
      strong: true,
      width: 'clamp(11rem, min(16vw, 38vw - 19.5rem), 30rem)',
      hint: ({ prospect }) => [prospect.vatId, lineOf(prospect)].filter(Boolean).join(' · '),
    }),
    field('vendor', t('vendor'), {
      width: 'clamp(6.5rem, 14vw - 4.7rem, 8rem)',
      card: 'line',
      href: ({ vendor }) => hrefOf(vendor.accountId),
    }),
    field('value', t('value'), {
      kind: 'money',
      card: 'end',
      strong: true,
      cell: (deal) => <ValueCell deal={deal} />,
      text: (deal) => String(worthOf(deal)),
      file: [
        { path: 'itemsTotal', label: t('total'), kind: 'money' },
        { path: 'currencyCode', label: t('currency') },
      ],
    }),
    field('chanceOfClosure', t('chanceShort'), {
      align: 'right',
      hidden: isLaptop,
      cell: ({ chanceOfClosure }) => <Text kind="number">{formatPercentage(chanceOfClosure / 100, language)}</Text>,
    }),
    field('estimatedCloseDate', t('closes'), { kind: 'day' }),
    field('status', t('statusName'), {
      words: wordsOf(dealStatuses, (value) => t(`status.${value}`)),
      cell: (deal) => <DealStateCell deal={deal} />,
      card: 'corner',
      width: '15rem',
      more: [
        { path: 'protectionStatus', label: t('protectionName'), words: protections },
        { path: 'expirationDate', label: t('expirationDate'), kind: 'date' },
      ],
    }),
    field('creationDate', t('creationDate'), {
      kind: 'date',
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
    }),
    field('code', t('code'), { kind: 'code', link: true, card: 'line' }),
    field('protectionStatus', t('protectionName'), {
      hidden: true,
      words: protections,
      cell: ({ protectionStatus, isExpired }) => <ProtectionTag status={protectionStatus} isExpired={isExpired} />,
    }),
    field('eBidValue', t('eBidValue'), {
      hidden: true,
      kind: 'money',
      currency: { path: 'currencyCode', label: t('currency') },
      cell: ({ eBidValue, currencyCode }) =>
        eBidValue === 0 ? null : <Money amount={eBidValue} currency={currencyCode} />,
    }),
    field('eBidStatus', t('eBid'), {
      hidden: true,
      words: wordsOf(shownBids, (value) => t(`ebid.${value}`)),
      cell: (deal) => <EBidTag bid={deal} />,
      text: (deal) => (deal.eBidStatus !== 'Unknown' && hasBid(deal) ? t(`ebid.${deal.eBidStatus}`) : ''),
    }),
    field('vatId', t('vatId'), { hidden: true }),
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
    field('modifiedDate', t('modifiedDate'), { kind: 'date', hidden: true }),
    field('id', t('id'), { hidden: true, kind: 'code' }),
  ]
}
