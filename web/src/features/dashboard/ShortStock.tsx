import { IconAlertTriangle, IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { missingOfScarce, scarceQuery } from '../../app/stockLevels.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import styles from './dashboard.module.css'

interface ShortStockProps {
  /** Null: the reader's own account. */
  accountId: string | null
  products: readonly string[]
}

/** What is below its warning threshold now, in one block of a fixed height. For readers of the stock. */
export function ShortStock(props: ShortStockProps) {
  return useCan('Stocks', 'r') ? <Shortage {...props} /> : null
}

function Shortage({ accountId, products }: ShortStockProps) {
  const { t } = useTranslation('dashboard')
  const { language } = useLocale()
  const mayOrder = useCan('Orders', 'c')
  const own = useMe().account.accountId
  const shown = accountId ?? own
  const isOwn = shown === own
  const { data, error, refetch } = useQuery(scarceQuery(shown, products))
  const title = t('shortStock.title')
  if (data === undefined && error !== null)
    return <ErrorBlock error={error} title={t('shortStock.failed')} retry={() => void refetch()} shape="line" />
  const list = `${isOwn ? '/stocks' : `/accounts/${shown}/stock`}?belowThreshold=true`
  const isShort = data !== undefined && data.count > 0
  const number = (value: number) => formatNumber(value, language)
  return (
    <Row
      as="section"
      gap="md"
      nowrap
      boxed
      className={styles.short}
      data-short={isShort || undefined}
      aria-label={title}
      aria-busy={data === undefined}
    >
      {isShort ? (
        <IconAlertTriangle size={20} stroke={1.8} aria-hidden />
      ) : (
        <IconStack2 size={20} stroke={1.6} aria-hidden />
      )}
      <Stack gap="none" style={{ flex: 1, minWidth: 0 }}>
        <Text as="h2" kind="strong" truncate>
          {isShort ? <InternalLink href={list}>{t('shortStock.count', { count: data.count })}</InternalLink> : title}
        </Text>
        <Text kind="quiet" truncate>
          {data === undefined ? (
            <Line width="12rem" />
          ) : isShort ? (
            data.items
              .slice(0, 6)
              .map(({ sku, available, threshold }) =>
                t('shortStock.of', { sku, available: number(available), threshold: number(threshold ?? 0) }),
              )
              .join(' · ')
          ) : (
            t('shortStock.none')
          )}
        </Text>
      </Stack>
      {isShort && mayOrder && (
        <LinkButton
          variant="default"
          size="xs"
          href={purchaseHref(missingOfScarce(data.items), isOwn ? {} : { accountId: shown })}
        >
          {t('shortStock.purchase')}
        </LinkButton>
      )}
    </Row>
  )
}
