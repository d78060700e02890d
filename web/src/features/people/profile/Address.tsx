import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmailChange, emailChanges } from '@trellis/contract/email-changes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../app/problem.ts'
import { queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { wrongField } from './fieldErrors.ts'

const emailQuery = queryOf(emailChanges.read)

/** The address that the reader signs in with, a dialog to change it, and the new one while it waits for its proof. */
export function Address() {
  const { t } = useTranslation('profile')
  const { data, error, refetch } = useQuery(emailQuery)
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Panel
      title={t('address.title')}
      actions={
        <Button variant="default" size="xs" onClick={() => setOpened(true)} disabled={data === undefined}>
          {t('address.change')}
        </Button>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Lines count={1} />
        ) : (
          <ErrorBlock error={error} title={t('address.failed')} retry={() => void refetch()} shape="line" />
        )
      ) : data.waiting === null ? (
        <Text kind="quiet">{t('address.text', { email: data.email })}</Text>
      ) : (
        <Waiting {...data.waiting} />
      )}
      <Dialog opened={opened} onClose={close} title={t('address.change')} size="sm">
        {opened && <AddressForm onClose={close} />}
      </Dialog>
    </Panel>
  )
}

function Waiting({ email, expirationDate }: { email: string; expirationDate: string }) {
  const { t } = useTranslation('profile')
  const withdraw = useWrite(emailChanges.withdraw, {
    invalidates: ['/auth/email'],
    success: 'profile:address.withdrawn',
    failure: 'profile:address.withdrawError',
  })
  return (
    <Stack gap="sm" align="start">
      <Text as="p">{t('address.waiting', { email })}</Text>
      <Text as="p" kind="small">
        {t('address.until')} <DateTime value={expirationDate} />
      </Text>
      <ActionButton variant="default" size="xs" loading={withdraw.isPending} onClick={() => withdraw.mutate({})}>
        {t('address.withdraw')}
      </ActionButton>
    </Stack>
  )
}

function AddressForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const form = useZodForm(EmailChange, { email: '', currentPassword: '' })
  const input = inputsOf(form)
  const ask = useWrite(emailChanges.ask, {
    invalidates: ['/auth/email'],
    success: 'profile:address.asked',
    failure: 'profile:address.error',
    quiet: ['RQ403'],
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('address.change')}
      onSubmit={async (body) => {
        try {
          await ask.mutateAsync({ body })
        } catch (error) {
          throw isProblem(error, 'RQ403') ? wrongField('currentPassword', 'wrong_password') : error
        }
        onClose()
      }}
    >
      <Text kind="quiet">{t('address.how')}</Text>
      <TextField {...input('email')} type="email" label={t('address.next')} autoComplete="email" required />
      <PasswordField
        {...input('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <FormActions submit={t('address.submit')} onCancel={onClose} />
    </Form>
  )
}
