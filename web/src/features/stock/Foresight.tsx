import { useQuery } from '@tanstack/react-query'
import type { Foresight as Answer } from '@trellis/contract/foresight'
import { useTranslation } from 'react-i18next'
import { foresightQuery, purchaseOfMissing } from '../../app/foresight/queries.ts'
import { Why } from '../../app/foresight/Why.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatCalendarDay, formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'

interface ForesightProps {
  accountId: string
  /** Only this product; without it all that run short. */
  productId: string | undefined
}

/** When the stock of an account runs short, why, and the purchase that prevents it; closed, in one line. */
export default function Foresight({ accountId, productId }: ForesightProps) {
  const { t } = useTranslation('foresight')
  const { data, error, refetch } = useQuery(foresightQuery(accountId, productId))
  const summary = useSummary(data, productId)
  return (
    <Fold id="foresight" title={t('title')} summary={summary}>
      {data !== undefined ? (
        <Foreseen data={data} accountId={accountId} hasNames={productId === undefined} />
      ) : error !== null ? (
        <ErrorBlock error={error} title={t('failed')} shape="line" retry={() => void refetch()} />
      ) : (
        <Lines count={5} />
      )}
    </Fold>
  )
}

/** The product that runs short first, in a few words. */
function useSummary(data: Answer | undefined, productId: string | undefined): string | null {
  const { t } = useTranslation('foresight')
  const { language } = useLocale()
  const [first] = data?.items ?? []
  if (data === undefined || first === undefined) return null
  const day = (value: string) => formatCalendarDay(value, language)
  if (first.date === null) return t('enough', { until: day(first.until) })
  const more = productId === undefined ? data.count - 1 : 0
  return t(more > 0 ? 'summaryMore' : 'summary', {
    count: more,
    missing: formatNumber(first.missing, language),
    date: day(first.date),
  })
}

function Foreseen({ data: { items }, accountId, hasNames }: { data: Answer; accountId: string; hasNames: boolean }) {
  const { t } = useTranslation('foresight')
  const own = useMe().account.accountId
  const mayOrder = useCan('Orders', 'c')
  const href = purchaseOfMissing(items, accountId, own)
  if (items.length === 0)
    return (
      <Text as="p" kind="quiet">
        {t('nothing')}
      </Text>
    )
  return (
    <Stack gap="lg">
      {items.map((item) => (
        <Stack key={item.product.productId} gap="xs">
          {hasNames && (
            <Text as="h3" kind="strong">
              {item.product.productName}
            </Text>
          )}
          <Why item={item} />
        </Stack>
      ))}
      {href !== null && mayOrder && (
        <Row>
          <LinkButton variant="default" size="xs" href={href}>
            {t('purchase')}
          </LinkButton>
        </Row>
      )}
    </Stack>
  )
}
