import type { Deal, PossibleDuplicate } from '@trellis/contract/deal-answers'
import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressLines } from '../../app/addressLines.ts'
import { useAccountHref } from '../../app/network.ts'
import { useProductHref } from '../../app/productHref.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useScrolls } from '../../ui/table/scrolls.ts'
import styles from './deals.module.css'
import { DealStatusTag, ProtectionTag } from './tags.tsx'

export interface Duplicates {
  items: readonly PossibleDuplicate[]
  outOfReach: number
}

interface ComparedProps {
  deal: Deal
  found: Duplicates
}

interface ComparedRow {
  label: string
  /** True where the registrations have the same. */
  same?: boolean
  cell: (side: Deal, index: number) => ReactNode
}

/** What is compared of the registrations. */
function useRows(sides: readonly Deal[], found: Duplicates): ComparedRow[] {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const hrefOf = useAccountHref()
  const productHrefOf = useProductHref()
  const linesOf = useAddressLines()
  const first = sides.reduce((earliest, side) => (side.creationDate < earliest.creationDate ? side : earliest))
  const reasons = new Set(found.items.flatMap((item) => item.reasons))
  return [
    {
      label: t('compare.why'),
      cell: (_, index) =>
        index === 0 ? null : (
          <Stack gap="xs" align="start">
            {found.items[index - 1]?.reasons.map((reason) => (
              <StatusTag key={reason} tone="warning">
                {t(`compare.reasons.${reason}`)}
              </StatusTag>
            ))}
          </Stack>
        ),
    },
    {
      label: t('vendor'),
      cell: ({ vendor }) => <EntityLink href={hrefOf(vendor.accountId)}>{vendor.accountName}</EntityLink>,
    },
    {
      label: t('compare.registered'),
      cell: (side) => (
        <Row gap="xs">
          <DateTime value={side.creationDate} />
          {side.dealId === first.dealId && <StatusTag tone="info">{t('compare.first')}</StatusTag>}
        </Row>
      ),
    },
    {
      label: t('protectionName'),
      cell: ({ protectionStatus, isExpired }) => <ProtectionTag status={protectionStatus} isExpired={isExpired} />,
    },
    { label: t('statusName'), cell: ({ status }) => <DealStatusTag status={status} /> },
    { label: t('company'), same: reasons.has('name'), cell: ({ prospect }) => prospect.name },
    { label: t('vatId'), same: reasons.has('vatId'), cell: ({ prospect }) => prospect.vatId },
    { label: t('webSite'), same: reasons.has('domain'), cell: ({ prospect }) => prospect.webSite },
    {
      label: t('contact'),
      same: reasons.has('domain'),
      cell: ({ prospect }) =>
        [`${prospect.firstName} ${prospect.lastName}`.trim(), prospect.email].filter(Boolean).join('\n'),
    },
    { label: t('address'), cell: ({ prospect }) => linesOf(prospect).join('\n') },
    {
      label: t('compare.products'),
      cell: (_, index) => (
        <Stack gap="none" align="start">
          {found.items[index - 1]?.products.map(({ productId, productName }) => (
            <EntityLink key={productId} href={productHrefOf(productId)}>
              {productName}
            </EntityLink>
          ))}
        </Stack>
      ),
    },
    { label: t('chance'), cell: ({ chanceOfClosure }) => formatPercentage(chanceOfClosure / 100, language) },
    {
      label: t('total'),
      cell: ({ itemsTotal, currencyCode }) => <Money amount={itemsTotal} currency={currencyCode} />,
    },
  ]
}

/** Two or more registrations of one opportunity side by side, with why they match. The earliest one is marked. */
export function Compared({ deal, found }: ComparedProps) {
  const { t } = useTranslation('deals')
  const { ref, scrolls } = useScrolls()
  const sides = [deal, ...found.items.map((item) => item.deal)]
  const rows = useRows(sides, found)
  return (
    <Stack gap="sm">
      <div
        ref={ref}
        className={styles.compared}
        {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': t('compare.title') })}
      >
        <table aria-label={t('compare.title')} style={{ '--sides': sides.length } as CSSProperties}>
          <thead>
            <tr>
              <td />
              {sides.map((side, index) => (
                <th key={side.dealId} scope="col">
                  <EntityLink
                    mono
                    href={index === 0 ? null : `/deals/${side.dealId}`}
                    hint={index === 0 ? t('compare.this') : undefined}
                  >
                    {side.code}
                  </EntityLink>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, same, cell }) => (
              <tr key={label} data-same={same || undefined}>
                <th scope="row">{label}</th>
                {sides.map((side, index) => (
                  <td key={side.dealId} style={{ whiteSpace: 'pre-line' }}>
                    {cell(side, index)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.outOfReach > 0 && <Text kind="quiet">{t('compare.outOfReach', { count: found.outOfReach })}</Text>}
    </Stack>
  )
}
