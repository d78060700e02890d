import { IconPlus } from '@tabler/icons-react'
import { type Account, type Address, accounts } from '@trellis/contract/accounts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useAddressLines } from '../../app/addressLines.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { AddressFields } from './AddressFields.tsx'
import { AddressDraft, addressOf, draftOf } from './address.ts'
import { issuesWithin } from './issues.ts'

/** The addresses of an account beside its own, for deliveries (decision 044). */
export function FurtherAddresses({ account }: { account: Account }) {
  const { t } = useTranslation('accounts')
  const linesOf = useAddressLines()
  const [edited, setEdited] = useState<Address | 'new' | null>(null)
  const [own, ...others] = account.address
  const title = edited === 'new' ? t('addresses.add') : t('addresses.edit')
  return (
    <Panel title={t('addresses.title')} description={t('addresses.text')}>
      <Stack>
        {others.length > 0 && (
          <Stack as="ul" gap="md" aria-label={t('addresses.title')}>
            {others.map((address) => (
              <Row as="li" key={address.addressId} justify="between" align="start" nowrap>
                <Stack gap="none" style={{ minWidth: 0 }}>
                  <Text kind="strong">{address.legalName}</Text>
                  <Text kind="quiet">{linesOf(address).join(', ')}</Text>
                </Stack>
                <ActionButton
                  variant="subtle"
                  size="compact-sm"
                  label={t('addresses.editOf', { address: linesOf(address)[0] ?? address.legalName })}
                  onClick={() => setEdited(address)}
                >
                  {t('edit')}
                </ActionButton>
              </Row>
            ))}
          </Stack>
        )}
        <Row>
          <ActionButton
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {t('addresses.add')}
          </ActionButton>
        </Row>
      </Stack>
      <Dialog opened={edited !== null} onClose={() => setEdited(null)} title={title}>
        {edited && (
          <AddressForm
            accountId={account.accountId}
            address={edited === 'new' ? null : edited}
            own={own}
            title={title}
            onClose={() => setEdited(null)}
          />
        )}
      </Dialog>
    </Panel>
  )
}

const Draft = z.object({ address: AddressDraft })
const outcome = { invalidates: ['/accounts', '/orders'], failure: 'accounts:updateError' } as const

interface AddressFormProps {
  accountId: string
  /** Null for a new one. */
  address: Address | null
  /** The account's own address: company and country of a new one are usually the same. */
  own: Address | undefined
  title: string
  onClose: () => void
}

function AddressForm({ accountId, address, own, title, onClose }: AddressFormProps) {
  const { t } = useTranslation('accounts')
  const { legalName = '', vatId = '', countryCode = '' } = own ?? {}
  const form = useZodForm(Draft, {
    address: address ? draftOf(address) : { ...draftOf(undefined), legalName, vatId, countryCode },
  })
  const add = useWrite(accounts.addAddress, { ...outcome, success: 'accounts:addresses.added' })
  const update = useWrite(accounts.updateAddress, { ...outcome, success: 'accounts:addresses.updated' })
  return (
    <Form
      form={form}
      guard={false}
      label={title}
      onSubmit={async (draft) => {
        const body = addressOf(draft.address)
        await issuesWithin<unknown>(
          'address',
          address
            ? update.mutateAsync({ params: { accountId, addressId: address.addressId }, body })
            : add.mutateAsync({ params: { accountId }, body }),
        )
        onClose()
      }}
    >
      <AddressFields />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
