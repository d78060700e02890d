import { maximumPasswordLength, NewPassword, passwords } from '@trellis/contract/identity'
import type { ProofWays } from '@trellis/contract/proofs'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useMe } from '../../../app/me.ts'
import { isProblem } from '../../../app/problem.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { PasswordStrength } from '../../../ui/PasswordStrength.tsx'
import { wrongField } from './fieldErrors.ts'
import { SetPassword } from './ProofFields.tsx'
import { useWays } from './proofs.ts'

/** Shows the password's section, with a dialog to change it. */
export function Password() {
  const { t } = useTranslation('profile')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const ways = useWays()
  if (ways !== undefined && (ways.onlyByDirectory || !ways.hasPassword)) return <WithoutPassword ways={ways} />
  return (
    <Panel
      title={t('password.title')}
      actions={
        <Button variant="default" size="xs" onClick={() => setOpened(true)}>
          {t('password.change')}
        </Button>
      }
    >
      <Text kind="quiet">{t('password.text')}</Text>
      <Dialog opened={opened} onClose={close} title={t('password.change')} size="sm">
        {opened && <PasswordForm onClose={close} />}
      </Dialog>
    </Panel>
  )
}

/** For who has none, or none that would sign in: how they sign in instead (rules P73). */
function WithoutPassword({ ways: { connection, onlyByDirectory } }: { ways: ProofWays }) {
  const { t } = useTranslation('profile')
  const name = connection?.name ?? ''
  return (
    <Panel title={t('password.title')}>
      {onlyByDirectory ? (
        <Text kind="quiet">{t('password.only', { name })}</Text>
      ) : (
        <Stack gap="sm" align="start">
          <SetPassword text={connection ? t('password.noneBeside', { name }) : t('password.none')} />
        </Stack>
      )}
    </Panel>
  )
}

const Passwords = z
  .object({
    currentPassword: z.string().check(z.minLength(1), z.maxLength(maximumPasswordLength)),
    password: NewPassword,
    repeatPassword: z.string().check(z.minLength(1)),
  })
  .check(
    z.refine(({ password, repeatPassword }) => repeatPassword === '' || password === repeatPassword, {
      path: ['repeatPassword'],
      error: 'password_match',
    }),
  )

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { email } = useMe()
  const form = useZodForm(Passwords, { currentPassword: '', password: '', repeatPassword: '' })
  const input = inputsOf(form)
  const chosen = useWatch({ control: form.control, name: 'password' })
  const change = useWrite(passwords.change, {
    invalidates: ['/auth/sessions'],
    success: 'profile:password.set',
    failure: 'profile:password.error',
    quiet: ['RQ403'],
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('password.change')}
      onSubmit={async ({ currentPassword, password }) => {
        try {
          await change.mutateAsync({ body: { currentPassword, password } })
        } catch (error) {
          throw isProblem(error, 'RQ403') ? wrongField('currentPassword', 'wrong_password') : error
        }
        onClose()
      }}
    >
      {/* Tells password managers which user the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...input('currentPassword')}
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <PasswordField {...input('password')} label={t('password.next')} autoComplete="new-password" required />
      <PasswordStrength password={chosen} />
      <PasswordField {...input('repeatPassword')} label={t('password.repeat')} autoComplete="new-password" required />
      <FormActions submit={t('password.submit')} onCancel={onClose} />
    </Form>
  )
}
