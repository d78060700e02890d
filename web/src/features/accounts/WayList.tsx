import type { InTheWay } from '@trellis/contract/network'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import styles from './accounts.module.css'

/** What prevents the deletion of an account, each with a link to it. */
export function WayList({ way, onFollow }: { way: InTheWay; onFollow: () => void }) {
  const { t } = useTranslation('accounts')
  const { language } = useLocale()
  const link = (href: string, text: string) => (
    <InternalLink href={href} onClick={onFollow} className={styles.link}>
      {text}
    </InternalLink>
  )
  return (
    <>
      {way.ownAccount && <p className={styles.strong}>{t('remove.ownAccount')}</p>}
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
          shown: `${productName} (${sku}): ${formatNumber(quantity, language)}`,
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
    <section className={styles.way}>
      <h3 className={styles.wayTitle}>{title}</h3>
      <ul className={styles.wayList}>
        {things.map(({ key, shown }) => (
          <li key={key}>{shown}</li>
        ))}
        {count > things.length && <li>{t('remove.andMore', { count: count - things.length })}</li>}
      </ul>
    </section>
  )
}
