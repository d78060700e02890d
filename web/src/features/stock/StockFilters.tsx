import { useQuery } from '@tanstack/react-query'
import type { StockRow } from '@trellis/contract/stock'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { missingOfScarce, scarceQuery } from '../../app/stockLevels.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { type List, withFilter } from '../../ui/list.ts'
import { Switch } from '../../ui/Switch.tsx'
import styles from './stock.module.css'

interface StockFiltersProps<Answer> {
  list: List<StockRow, Answer>
  accountId: string
}

/**
 * Narrows the stock to what is below its warning threshold, says how many products that are, and purchases what is
 * missing. All of it has its place before the figures arrive, so that the list does not move.
 */
export function StockFilters<Answer>({ list, accountId }: StockFiltersProps<Answer>) {
  const { t } = useTranslation('stock')
  const own = useMe().account.accountId
  const mayOrder = useCan('Orders', 'c')
  const { data: scarce } = useQuery(scarceQuery(accountId))
  const isNarrowed = list.state.filters.belowThreshold?.includes('true') ?? false
  return (
    <>
      <Switch
        label={
          <>
            {/* One text, and never an empty place: a space of its own would move when the number arrives. */}
            {`${t('onlyScarce')} `}
            <span className={styles.count}>{scarce ? `(${scarce.count})` : '\u00a0'}</span>
          </>
        }
        checked={isNarrowed}
        onChange={(checked) => list.change(withFilter(list.state, 'belowThreshold', checked ? ['true'] : []))}
      />
      {mayOrder && (
        <LinkButton
          variant="default"
          size="xs"
          style={{ visibility: scarce ? undefined : 'hidden' }}
          blocked={scarce?.count === 0 ? t('noneScarce') : null}
          href={purchaseHref(missingOfScarce(scarce?.items ?? []), accountId === own ? {} : { accountId })}
        >
          {t('purchaseMissing')}
        </LinkButton>
      )}
    </>
  )
}
