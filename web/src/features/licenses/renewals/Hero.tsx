import { useQuery } from '@tanstack/react-query'
import { type RenewalWindow, renewals } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import type { Sums } from './groups.ts'
import styles from './renewals.module.css'

/** Sums as plain text, for a sentence or a button. */
export function useSumText(): (total: Sums['total']) => string {
  const { language } = useLocale()
  return (total) => total.map(({ amount, currencyCode }) => formatMoney(amount, currencyCode, language)).join(' + ')
}

const figuresOf = (window: RenewalWindow, includeChildren: boolean) =>
  queryOf(renewals.figures, { body: { window, includeChildren, limit: 1, page: 1 } })

/** What ends in three months and in one: the sentence above the list. */
export function RenewalHero({ includeChildren }: { includeChildren: boolean }) {
  const { t } = useTranslation('renewals')
  const sums = useSumText()
  const quarter = useQuery(figuresOf('90', includeChildren))
  const month = useQuery(figuresOf('30', includeChildren))
  const failed = [quarter, month].find(({ data, error }) => data === undefined && error !== null)
  if (failed)
    return (
      <ErrorBlock
        shape="line"
        error={failed.error}
        title={t('figures.fetchError')}
        retry={() => void failed.refetch()}
      />
    )
  const [in90, in30] = [quarter.data, month.data]
  if (in90 === undefined || in30 === undefined) return <Lines count={1} />
  return (
    <Row as="p" gap="sm" align="baseline" className={styles.hero}>
      {in90.keys === 0 ? (
        <Text kind="quiet">{t('figures.none')}</Text>
      ) : (
        <>
          <strong>{t('hero.in90', { amount: sums(in90.total) || t('figures.noValue') })}</strong>
          {in30.total.length > 0 && <Text kind="quiet">{t('hero.in30', { amount: sums(in30.total) })}</Text>}
          <Text kind="small">
            {t('hero.keys', { count: in90.keys })}
            {in90.unpriced > 0 && ` · ${t('figures.unpriced', { count: in90.unpriced })}`}
          </Text>
        </>
      )}
    </Row>
  )
}
