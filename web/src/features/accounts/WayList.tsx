import type { InTheWay } from '@trellis/contract/network'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductHref } from '../../app/productHref.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'

/** What prevents the deletion of an account, each with a link to it. */
export function WayList({ way, onFollow }: { way: InTheWay; onFollow: () => void }) {
  const { t } = useTranslation('accounts')
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const link = (href: string | null, text: string) => (
    <EntityLink href={href} onFollow={onFollow}>
      {text}
    </EntityLink>
  )
  return (
    <>
      {way.ownAccount && <Text kind="strong">{t('remove.ownAccount')}</Text>}
      <Things
        title={t('remove.children', { count: way.children })}
        count={way.children}
        things={way.childAccounts.map(({ id, name }) => ({ key: id, shown: link(`/accounts/${id}`, name) }))}
      />
      <Things
        title={t('remove.orders', { count: way.pendingOrders })}
        count={way.pendingOrders}
        things={way.orders.map(({ orderId, orderCode }) => ({
          key: orderId,
          shown: link(`/sell-out/${orderId}`, orderCode),
        }))}
      />
      <Things
        title={t('remove.stock', { count: way.stockProducts })}
        count={way.stockProducts}
        things={way.stock.map(({ productId, sku, productName, quantity }) => ({
          key: productId,
          shown: link(hrefOf(productId), `${productName} (${sku}): ${formatNumber(quantity, language)}`),
        }))}
      />
    </>
  )
}

interface ThingsProps {
  title: string
  count: number
  things: readonly { key: string; shown: ReactNode }[]
}

export function Things({ title, count, things }: ThingsProps) {
  const { t } = useTranslation('accounts')
  if (count === 0) return null
  return (
    <Stack as="section" gap="xs">
      <Text as="h3" kind="strong">
        {title}
      </Text>
      <Text as="ul" style={{ paddingInlineStart: '1.25rem', listStyle: 'disc' }}>
        {things.map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
        {count > things.length && <li>{t('remove.andMore', { count: count - things.length })}</li>}
      </Text>
    </Stack>
  )
}
