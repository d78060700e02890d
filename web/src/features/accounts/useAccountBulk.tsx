import type { Account } from '@trellis/contract/accounts'
import { useTranslation } from 'react-i18next'
import { useBulk } from '../../app/bulk/useBulk.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { later } from '../../ui/later.tsx'

const AssociateManyDialog = later(() => import('./AssociateManyDialog.tsx'))

/** A preview asks for each account; more would take too long to wait for. */
const maximumAssociated = 20

/** Selecting accounts, and giving many of them a price list. */
export function useAccountBulk(rows: readonly Account[]) {
  const { t } = useTranslation('accounts')
  const { level } = useMe().account
  const mayAssociate = useCan('PriceLists', 'c')
  const whyNot = (account: Account) => (level < account.level ? null : t('priceList.notBelow'))
  return useBulk<Account>({
    rows,
    rowKey: ({ accountId }) => accountId,
    rowLabel: ({ accountName }) => accountName,
    acts: mayAssociate
      ? [
          {
            id: 'associate',
            label: t('bulk.associate'),
            shortcut: { key: 'l', label: t('bulk.associateKey') },
            maximum: maximumAssociated,
            whyNot: (chosen) => (chosen.every((account) => whyNot(account) !== null) ? whyNot(chosen[0]) : null),
            open: (chosen, close) => (
              <AssociateManyDialog accounts={chosen} whyNot={whyNot} onMissing={() => close()} onClose={close} />
            ),
          },
        ]
      : [],
  })
}
