import type { Account } from '@trellis/contract/accounts'
import { type Association, priceLists } from '@trellis/contract/price-lists'
import { Id } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { type Choice, SelectField } from '../../ui/SelectField.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { AssociationEffect } from './AssociationEffect.tsx'
import { usePriceLists } from './choices.ts'

interface AssociateDialogProps {
  account: Account
  association: z.output<typeof Association>
  opened: boolean
  onClose: () => void
}

/** Assigns a price list to an account, after a preview of who will pay what. */
export function AssociateDialog(props: AssociateDialogProps) {
  const { t } = useTranslation('accounts')
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('priceList.dialog', { account: props.account.accountName })}
    >
      {props.opened && <Associate {...props} />}
    </Dialog>
  )
}

const Draft = z.object({ priceListId: Id, canPropagate: z.boolean() })

function Associate(props: AssociateDialogProps) {
  const { t } = useTranslation('accounts')
  const { account, association } = props
  const ownId = association.inherited ? null : association.priceListId
  const lists = usePriceLists(account.parents.at(-1)?.id ?? account.accountId, ownId)
  if (lists.loading) return <Lines count={4} />
  if (lists.error !== null) return <ErrorBlock error={lists.error} title={t('give.listsError')} retry={lists.retry} />
  return <AssociateForm {...props} ownId={ownId} options={lists.options} />
}

interface AssociateFormProps extends AssociateDialogProps {
  ownId: string | null
  options: Choice[]
}

function AssociateForm({ account, association, ownId, options, onClose }: AssociateFormProps) {
  const { t } = useTranslation('accounts')
  const isOwn = ownId !== null
  // A list from an account above that the reader cannot assign must not be the default.
  const isOffered = options.some(({ value }) => value === ownId)
  const form = useZodForm(Draft, {
    priceListId: isOffered ? (ownId ?? '') : '',
    canPropagate: isOwn && association.canPropagate === true,
  })
  const input = inputsOf(form)
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
      {/* Hidden and not unmounted during the preview, so that going back restores the values. */}
      <div hidden={asked !== null}>
        <Form
          form={form}
          guard={false}
          label={t('priceList.dialog', { account: accountName })}
          onSubmit={(draft) => setAsked(draft)}
        >
          <SelectField
            {...input('priceListId')}
            label={t('give.priceList')}
            required
            empty={t('give.noPriceLists')}
            options={options}
          />
          <SwitchField {...input('canPropagate')} label={t('give.propagate')} description={t('give.propagateText')} />
          <FormActions submit={t('priceList.next')} onCancel={onClose} />
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
