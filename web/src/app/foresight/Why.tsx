import type { Foreseen } from '@trellis/contract/foresight'
import { useTranslation } from 'react-i18next'
import { dayIn } from '../../ui/days.ts'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { formatCalendarDay, formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import { useReasons } from './reasons.ts'

/** What a product lacks, when, and each figure that says so: what there is, and what is expected to leave (rules S7 to S9). */
export function Why({ item }: { item: Foreseen }) {
  const { t } = useTranslation('foresight')
  const { language, timeZone } = useLocale()
  const reasons = useReasons(item)
  const { date, until, missing, product, available, incoming, expected } = item
  const isToday = date === dayIn(timeZone, new Date(businessNow()))
  const day = (value: string) => formatCalendarDay(value, language)
  const number = (value: number) => formatNumber(value, language)
  const left = available + incoming - expected
  const said =
    date === null
      ? t('suffices', { until: day(until), left: number(left) })
      : t(isToday ? 'lacksToday' : 'lacks', { date: day(date), until: day(until), missing: number(missing) })
  return (
    <Stack gap="sm">
      <Text as="p">{said}</Text>
      <FiguresTable
        label={t('why', { product: product.productName })}
        heads={[t('reason'), t('pieces')]}
        rows={[
          ...reasons.map(({ id, what, why, pieces }) => ({
            id,
            cells: [
              <Stack key="what" gap="none">
                <Text>{what}</Text>
                {why && <Text kind="small">{why}</Text>}
              </Stack>,
              number(pieces),
            ],
          })),
          {
            id: 'left',
            cells: [
              <Text key="what" kind="strong">
                {t(date === null ? 'left' : 'lacking')}
              </Text>,
              <Text key="pieces" kind="strong">
                {number(Math.abs(left))}
              </Text>,
            ],
          },
        ]}
      />
    </Stack>
  )
}
