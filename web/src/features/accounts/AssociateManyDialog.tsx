import { useQuery } from '@tanstack/react-query'
import type { Account } from '@trellis/contract/accounts'
import { AssociationDraft, priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import type { Chosen } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { PriceEffect } from '../../app/PriceEffect.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { usePriceLists } from './choices.ts'
import { mergedEffect } from './mergedEffect.ts'

interface AssociateManyDialogProps {
  accounts: Chosen<Account>
  whyNot(account: Account): string | null
  onClose: (done: readonly string[]) => void
}

/** Associates many accounts with one price list, after a preview of the new prices. */
export default function AssociateManyDialog({ accounts, whyNot, onClose }: AssociateManyDialogProps) {
  const { t } = useTranslation('accounts')
  const [first] = accounts
  const lists = usePriceLists(first.parents.at(-1)?.id ?? first.accountId)
  const form = useZodForm(AssociationDraft, { priceListId: '', canPropagate: false })
  const input = inputsOf(form)
  const body = form.watch()
  const ids = accounts.filter((account) => whyNot(account) === null).map(({ accountId }) => accountId)
  const effect = useQuery({
    queryKey: ['bulk association', ids, body],
    enabled: body.priceListId !== '',
    // The user must confirm the current state, so never show a cached preview.
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      const effects = []
      for (const accountId of ids) effects.push(await call(pricing.associationEffect, { params: { accountId }, body }))
      return mergedEffect(effects)
    },
  })
  return (
    <RunDialog<Account>
      rows={accounts}
      rowKey={({ accountId }) => accountId}
      nameOf={({ accountName }) => accountName}
      hrefOf={({ accountId }) => `/accounts/${accountId}/pricelist`}
      whyNot={whyNot}
      send={({ accountId }) => call(priceLists.associate, { params: { accountId }, body })}
      title={t('bulk.title', { count: accounts.length })}
      confirm={(count) => t('bulk.confirm', { count })}
      isReady={effect.data !== undefined}
      invalidates={['/pricelists', '/orders/stock']}
      onClose={onClose}
    >
      <Stack>
        {lists.error !== null ? (
          <ErrorBlock error={lists.error} title={t('give.listsError')} retry={lists.retry} />
        ) : (
          <SelectField
            {...input('priceListId')}
            label={t('give.priceList')}
            required
            empty={t('give.noPriceLists')}
            options={lists.options}
          />
        )}
        <SwitchField {...input('canPropagate')} label={t('give.propagate')} description={t('give.propagateText')} />
        <div aria-live="polite" aria-busy={effect.isFetching}>
          {effect.error !== null ? (
            <ErrorBlock
              error={effect.error}
              title={t('priceList.effectError')}
              shape="line"
              retry={() => void effect.refetch()}
            />
          ) : effect.data ? (
            <PriceEffect effect={effect.data} />
          ) : (
            body.priceListId !== '' && <Lines count={4} />
          )}
        </div>
      </Stack>
    </RunDialog>
  )
}
