import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Account, accounts } from '@trellis/contract/accounts'
import { externalIdsText } from '@trellis/contract/external-ids'
import { Email, Money, requiredText } from '@trellis/contract/values'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { ExternalIdsField } from '../../app/ExternalIdsField.tsx'
import { ExternalIdsInput, externalIdsChange } from '../../app/externalIds.ts'
import { Loaded } from '../../app/Loaded.tsx'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { useCan, useMe } from '../../app/me.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddressFields } from './AddressFields.tsx'
import { AddressDraft, addressOf, draftOf } from './address.ts'
import { CreditFields } from './CreditFields.tsx'
import { FurtherAddresses } from './FurtherAddresses.tsx'
import { issuesWithin } from './issues.ts'
import { accountQuery } from './queries.ts'

interface EditAccountPageProps {
  accountId: string
  title: string
  back: { href: string; label: string }
  /** Above the form. */
  above?: ReactNode
}

/** Edits name, notification e-mail and address of an account. */
export function EditAccountPage({ accountId, title, back, above }: EditAccountPageProps) {
  const { t } = useTranslation('accounts')
  const mayUpdate = useCan('Accounts', 'u')
  const account = useQuery(accountQuery(accountId))
  return (
    <Page
      title={title}
      back={back}
      description={account.data?.accountName ?? (account.error === null ? null : undefined)}
      rail
    >
      {mayUpdate && account.data ? (
        <>
          {above}
          <EditForm key={accountId} account={account.data} back={back.href} />
          <FurtherAddresses account={account.data} />
        </>
      ) : (
        <Panel>
          {mayUpdate ? (
            <Loaded query={account} title={t('fetchError')} back={back} lines={12}>
              {() => null}
            </Loaded>
          ) : (
            <NoPermission>{t('blocked.update')}</NoPermission>
          )}
        </Panel>
      )}
    </Page>
  )
}

const addressFields = [
  'legalName',
  'vatId',
  'street',
  'city',
  'locality',
  'region',
  'postalCode',
  'countryCode',
] as const
const labelOfField = (field: (typeof addressFields)[number]) => (field === 'countryCode' ? 'country' : field)

const Draft = z.object({
  accountName: requiredText(),
  notificationReceiverEmail: z.optional(Email),
  creditLimit: z.nullable(Money),
  paymentTermsDays: z.nullable(z.int()),
  externalIds: ExternalIdsInput,
  address: AddressDraft,
})

function EditForm({ account, back }: { account: Account; back: string }) {
  const { t } = useTranslation(['accounts', 'accountForm'])
  const navigate = useNavigate()
  const client = useQueryClient()
  const isOwn = useMe().account.accountId === account.accountId
  const [address] = account.address
  const fresh = {
    accountName: account.accountName,
    notificationReceiverEmail: account.notificationReceiverEmail ?? '',
    creditLimit: account.creditLimit,
    paymentTermsDays: account.paymentTermsDays,
    externalIds: externalIdsText(account.externalIds),
    address: draftOf(address),
  }
  const form = useZodForm(Draft, fresh)
  const input = inputsOf(form)
  const { dirtyFields } = form.formState
  const outcome = {
    invalidates: ['/accounts', '/users', '/orders', '/licenses', '/first-steps'],
    failure: 'accounts:updateError',
    of: () => account,
    onSuccess: (fresh: Account) => client.setQueryData(accountQuery(fresh.accountId).queryKey, fresh),
  } as const
  const update = useWrite(accounts.update, outcome)
  const updateAddress = useWrite(accounts.updateAddress, outcome)
  return (
    <Form
      form={form}
      label={t('editTitle', { account: account.accountName })}
      onSubmit={async (draft) => {
        const { accountName, notificationReceiverEmail = null, creditLimit, paymentTermsDays } = draft
        const terms = {
          ...(dirtyFields.creditLimit && { creditLimit }),
          ...(dirtyFields.paymentTermsDays && { paymentTermsDays }),
        }
        const externalIds = externalIdsChange(draft.externalIds, account.externalIds)
        if (
          dirtyFields.accountName ||
          dirtyFields.notificationReceiverEmail ||
          Object.keys(terms).length > 0 ||
          externalIds
        ) {
          await update.mutateAsync({
            params: { id: account.accountId },
            body: { accountName, notificationReceiverEmail, ...terms, ...(externalIds && { externalIds }) },
          })
        }
        if (dirtyFields.address && address) {
          await issuesWithin(
            'address',
            updateAddress.mutateAsync({
              params: { accountId: account.accountId, addressId: address.addressId },
              body: addressOf(draft.address),
            }),
          )
        }
        toast.success(t('updated'))
        form.reset(form.getValues())
        await navigate(targetOf(back))
      }}
    >
      <Panel title={t('accountForm:company')}>
        <Stack>
          <TextField {...input('accountName')} label={t('accountName')} required autoFocus />
          <TextField
            {...input('notificationReceiverEmail')}
            type="email"
            label={t('notificationEmail')}
            description={t('notificationEmailText')}
          />
          <ExternalIdsField {...input('externalIds')} label={t('externalIds')} description={t('externalIdsText')} />
        </Stack>
      </Panel>
      {/* Nobody sets their own. */}
      {!isOwn && <CreditFields accountId={account.accountId} />}
      <Panel title={t('address')}>
        <Stack>
          <AddressFields />
        </Stack>
      </Panel>
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="account"
        id={account.accountId}
        labels={{
          accountName: t('accountName'),
          notificationReceiverEmail: t('notificationEmail'),
          creditLimit: t('accountForm:creditLimit'),
          paymentTermsDays: t('accountForm:paymentTermsDays'),
          externalIds: t('externalIds'),
          ...Object.fromEntries(addressFields.map((field) => [`address.${field}`, t(labelOfField(field))])),
        }}
      />
      <FormActions submit={t('save')} onCancel={() => navigate(targetOf(back))} />
    </Form>
  )
}
