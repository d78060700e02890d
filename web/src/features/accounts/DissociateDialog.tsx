import type { Account } from '@trellis/contract/accounts'
import { type Association, priceLists } from '@trellis/contract/price-lists'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Text } from '../../ui/layout.tsx'
import { AssociationEffect } from './AssociationEffect.tsx'

interface DissociateDialogProps {
  account: Account
  association: z.output<typeof Association>
  opened: boolean
  onClose: () => void
}

/** Removes an account's own price list, after a preview of what the account and those below it will pay. */
export function DissociateDialog({ account, association, opened, onClose }: DissociateDialogProps) {
  const { t } = useTranslation('accounts')
  const { accountId } = account
  const name = { account: account.accountName }
  const dissociate = useWrite(priceLists.dissociate, {
    invalidates: ['/pricelists', '/orders/stock'],
    success: 'accounts:priceList.removed',
    failure: 'accounts:priceList.error',
  })
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('priceList.takeTitle', { ...name, list: association.priceListName ?? '' })}
    >
      {opened && (
        <AssociationEffect
          accountId={accountId}
          priceListId={null}
          canPropagate={false}
          confirm={t('priceList.take')}
          destructive
          back={t('remove.keep')}
          onBack={onClose}
          onConfirm={async () => {
            await dissociate.mutateAsync({ params: { accountId }, body: { priceListId: association.priceListId } })
            onClose()
          }}
        >
          <Text kind="quiet">{t('priceList.takeText', name)}</Text>
        </AssociationEffect>
      )}
    </Dialog>
  )
}
