import { type RenewableKey, renewalList } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../../app/fields.ts'
import { useAccountHref } from '../../../app/network.ts'
import { useProductHref } from '../../../app/productHref.ts'
import { SerialKey } from '../../../app/SerialKey.tsx'
import type { Column } from '../../../ui/columns.ts'
import { DateTime } from '../../../ui/DateTime.tsx'
import { utcDaysUntil } from '../../../ui/days.ts'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { Text } from '../../../ui/layout.tsx'
import { businessNow } from '../../../ui/now.ts'
import { StatusTag } from '../../../ui/StatusTag.tsx'

const field = fieldsOf(renewalList)

export function useRenewalColumns(): Column<RenewableKey>[] {
  const { t } = useTranslation(['renewals', 'common'])
  const hrefOf = useAccountHref()
  const productHref = useProductHref()
  return [
    field('serialKey', t('serialKey'), {
      cell: ({ serialKey }) => <SerialKey>{serialKey}</SerialKey>,
      width: '16.5rem',
    }),
    field('productName', t('product'), {
      card: 'line',
      width: 'clamp(15rem, 30vw - 8rem, 19rem)',
      hint: ({ product }) => product.sku,
      firm: true,
      href: ({ product }) => productHref(product.productId),
    }),
    field('ownerAccountName', t('owner'), { hidden: true, href: ({ ownerAccount }) => hrefOf(ownerAccount.accountId) }),
    field('value', t('value'), {
      kind: 'money',
      strong: true,
      card: 'end',
      currency: { path: 'currencyCode', label: t('currency') },
    }),
    field('dueDate', t('dueDate'), {
      kind: 'day',
      cell: (key) => <Ends of={key} />,
      width: '12.5rem',
      card: 'corner',
    }),
    field('seats', t('seats'), { kind: 'number' }),
    field('renewal', t('renewal'), {
      path: 'renewal.sku',
      cell: ({ renewal }) =>
        renewal ? (
          <EntityLink mono href={productHref(renewal.productId)}>
            {renewal.sku}
          </EntityLink>
        ) : (
          <Text kind="quiet">{t('noRenewal')}</Text>
        ),
    }),
    field('order', t('order'), {
      filteredBy: 'needsMe',
      choices: { true: t('common:needsMe') },
      path: 'order.orderCode',
      cell: ({ order }) => (
        <EntityLink mono href={order && `/sell-in/${order.orderId}`}>
          {order?.orderCode ?? null}
        </EntityLink>
      ),
    }),
    field('sku', t('sku'), { kind: 'code', hidden: true }),
  ]
}

/** The day of the end, with how far away it is; it ends with a UTC day, so that day is shown. */
function Ends({ of: { dueDate, isMaintenance } }: { of: RenewableKey }) {
  const { t } = useTranslation('renewals')
  const days = utcDaysUntil(dueDate, businessNow())
  const isOver = Date.parse(dueDate) <= businessNow()
  return (
    <>
      <StatusTag tone={isOver ? 'error' : days <= 30 ? 'warning' : 'neutral'}>
        <DateTime value={dueDate.slice(0, 10)} />
      </StatusTag>{' '}
      <Text kind="small">
        {isMaintenance && `${t('maintenanceEnds')} `}
        {days === 0 ? t('today') : isOver ? t('daysAgo', { count: -days }) : t('daysLeft', { count: days })}
      </Text>
    </>
  )
}
