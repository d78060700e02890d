import { Button } from '@mantine/core'
import type { Account } from '@trellis/contract/accounts'
import { type Association, priceLists } from '@trellis/contract/price-lists'
import { Id } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { AssociationEffect } from './AssociationEffect.tsx'
import { usePriceLists } from './choices.ts'

interface AssociateDialogProps {
  account: Account
  association: z.output<typeof Association>
  opened: boolean
  onClose: () => void
}

/** Gives an account a price list of its own, once it is clear who will pay what. */
export function AssociateDialog(props: AssociateDialogProps) {
  const { t } = useTranslation('accounts')
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('priceList.dialog', { account: props.account.accountName })}
    >
      {props.opened && <AssociateForm {...props} />}
    </Dialog>
  )
}

const Draft = z.object({ priceListId: Id, canPropagate: z.boolean() })

function AssociateForm({ account, association, onClose }: AssociateDialogProps) {
  const { t } = useTranslation('accounts')
  const isOwn = association.priceListId !== null && association.inherited === false
  const lists = usePriceLists(account.parents.at(-1)?.id ?? account.accountId)
  const form = useZodForm(Draft, {
    priceListId: isOwn ? (association.priceListId ?? '') : '',
    canPropagate: isOwn && association.canPropagate === true,
  })
  const [asked, setAsked] = useState<z.output<typeof Draft> | null>(null)
  const outcome = {
    invalidates: ['/pricelists', '/orders/stock'],
    success: 'accounts:priceList.saved',
    failure: 'accounts:priceList.error',
  } as const
  const give = useWrite(priceLists.associate, outcome)
  const change = useWrite(priceLists.changeAssociation, outcome)
  const { accountId, accountName } = account
  return (
    <>
      {/* Kept while the effect is looked at: going back finds it as it was. */}
      <div hidden={asked !== null}>
        <Form
          form={form}
          guard={false}
          label={t('priceList.dialog', { account: accountName })}
          onSubmit={(draft) => setAsked(draft)}
        >
          <SelectField
            control={form.control}
            name="priceListId"
            label={t('form.priceList')}
            required
            loading={lists.loading}
            empty={t('form.noPriceLists')}
            options={lists.options}
          />
          <SwitchField
            control={form.control}
            name="canPropagate"
            label={t('form.propagate')}
            description={t('form.propagateText')}
          />
          <FormActions submit={t('priceList.next')}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </FormActions>
        </Form>
      </div>
      {asked !== null && (
        <AssociationEffect
          accountId={accountId}
          {...asked}
          confirm={t('priceList.confirm')}
          back={t('priceList.back')}
          onBack={() => setAsked(null)}
          onConfirm={async () => {
            await (isOwn ? change : give).mutateAsync({ params: { accountId }, body: asked })
            onClose()
          }}
        />
      )}
    </>
  )
}
