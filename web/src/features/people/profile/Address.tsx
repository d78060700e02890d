import { useQuery } from '@tanstack/react-query'
import { emailChanges } from '@trellis/contract/email-changes'
import type { ProofWays } from '@trellis/contract/proofs'
import { Email } from '@trellis/contract/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Loaded } from '../../../app/Loaded.tsx'
import { isProblem } from '../../../app/problem.ts'
import { queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { needTyped, ProofFields, useProof } from './ProofFields.tsx'
import { type Renewed, useWish, waysQuery } from './proofs.ts'

const emailQuery = queryOf(emailChanges.read)

/** The address that the reader signs in with, a dialog to change it, and the new one while it waits for its proof. */
export function Address({ renewed }: { renewed: Renewed | null }) {
  const { t } = useTranslation(['profile', 'passkeys'])
  const { data, error, refetch } = useQuery(emailQuery)
  const ways = useQuery(waysQuery)
  const { wish, forget } = useWish('address', renewed)
  const [opened, setOpened] = useState(false)
  const close = () => {
    setOpened(false)
    forget()
  }
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
      <Dialog opened={opened || wish !== null} onClose={close} title={t('address.change')} size="sm">
        {(opened || wish !== null) && (
          <Loaded query={ways} title={t('passkeys:proof.fetchError')} lines={4}>
            {(data) => <AddressForm ways={data} renewed={wish} onClose={close} />}
          </Loaded>
        )}
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

const Entered = z.object({ email: Email, password: z.optional(z.string()), code: z.optional(z.string()) })

interface AddressFormProps {
  ways: ProofWays
  renewed: Renewed | null
  onClose: () => void
}

function AddressForm({ ways, renewed, onClose }: AddressFormProps) {
  const { t } = useTranslation('profile')
  const form = useZodForm(Entered, { email: renewed?.typed ?? '', password: '', code: '' })
  const input = inputsOf(form)
  const proof = useProof(ways, renewed)
  const [stays, setStays] = useState(false)
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
      onSubmit={async ({ email, ...typed }) => {
        setStays(false)
        needTyped(proof.way, typed)
        const proved = await proof.prove(typed, { what: 'address', typed: email })
        if (proved === null) return
        const { password, ...others } = { password: undefined, ...proved }
        try {
          await ask.mutateAsync({ body: { email, ...(password && { currentPassword: password }), ...others } })
        } catch (error) {
          if (isProblem(error, 'RQ403') && (error.info as { reason?: string }).reason === 'only_directory')
            return setStays(true)
          const refused = proof.refused(error)
          if (refused !== null) throw refused
          return
        }
        onClose()
      }}
    >
      <Text kind="quiet">{t('address.how')}</Text>
      <TextField {...input('email')} type="email" label={t('address.next')} autoComplete="email" required />
      {stays && (
        <Text as="p" kind="error" role="alert">
          {t('address.stays', { name: ways.connection?.name ?? '' })}
        </Text>
      )}
      <ProofFields proof={proof} ways={ways} input={input as never} />
      <FormActions submit={t('address.submit')} disabled={proof.way === null} onCancel={onClose} />
    </Form>
  )
}
