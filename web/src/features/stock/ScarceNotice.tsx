import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { missingOfScarce, scarceQuery } from '../../app/stockLevels.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Says how many products are below their warning threshold, with a purchase of what is missing. */
export function ScarceNotice({ accountId, own }: { accountId: string; own: boolean }) {
  const { t } = useTranslation('stock')
  const mayOrder = useCan('Orders', 'c')
  const { data } = useQuery(scarceQuery(accountId))
  if (!data || data.count === 0) return null
  return (
    <Notice
      action={
        mayOrder && (
          <LinkButton
            variant="default"
            size="xs"
            href={purchaseHref(missingOfScarce(data.items), own ? {} : { accountId })}
          >
            {t('purchaseMissing')}
          </LinkButton>
        )
      }
    >
      {t('scarceNotice', { count: data.count })}
    </Notice>
  )
}
