import { useNavigate } from '@tanstack/react-router'
import type { StockRow } from '@trellis/contract/stock'
import { useTranslation } from 'react-i18next'
import { useBulk } from '../../app/bulk/useBulk.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { missingOf } from './missing.ts'

/** Selecting balances, and purchasing what they are missing. */
export function useStockBulk(rows: readonly StockRow[]) {
  const { t } = useTranslation('stock')
  const own = useMe().account.accountId
  const mayPurchase = useCan('Orders', 'c')
  const navigate = useNavigate()
  return useBulk<StockRow>({
    rows,
    rowKey: ({ productId }) => productId,
    rowLabel: ({ sku }) => sku,
    acts: mayPurchase
      ? [
          {
            id: 'purchase',
            label: t('bulk.purchase'),
            shortcut: { key: 'p', label: t('bulk.purchaseKey') },
            maximum: 100,
            open: (chosen) => {
              const wanted = chosen.map((row) => ({ productId: row.productId, quantity: missingOf(row) }))
              const accountId = chosen[0].accountId === own ? undefined : chosen[0].accountId
              void navigate(targetOf(purchaseHref(wanted, { accountId })))
            },
          },
        ]
      : [],
  })
}
