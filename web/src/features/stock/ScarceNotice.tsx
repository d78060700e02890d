import { useQuery } from '@tanstack/react-query'
import { stock } from '@trellis/contract/stock'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { queryOf } from '../../app/queries.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** At most so many products are put on one purchase by a link. */
const atMost = 50

/** Says how many products are below their warning threshold, with a purchase of what is missing. */
export function ScarceNotice({ accountId, own }: { accountId: string; own: boolean }) {
  const { t } = useTranslation('stock')
  const mayOrder = useCan('Orders', 'c')
  const { data } = useQuery(
    queryOf(stock.search, {
      body: { limit: atMost, filterBy: [{ field: 'belowThreshold', values: [true] }], parentAccountId: accountId },
    }),
  )
  if (!data || data.count === 0) return null
  const missing = data.items.map(({ productId, available, threshold }) => ({
    productId,
    quantity: (threshold ?? 0) - available,
  }))
  return (
    <Notice
      action={
        mayOrder && (
          <LinkButton variant="default" size="xs" href={purchaseHref(missing, own ? {} : { accountId })}>
            {t('purchaseMissing')}
          </LinkButton>
        )
      }
    >
      {t('scarceNotice', { count: data.count })}
    </Notice>
  )
}
