import { users } from '@trellis/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useMe } from '../../../app/me.ts'
import { useOwnAccounts } from '../../../app/own-accounts/useOwnAccounts.ts'
import { endSession } from '../../../app/session.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form, FormActions, inputsOf, useZodForm } from '../../../ui/form.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextField } from '../../../ui/TextField.tsx'

/** Lets the reader delete their own user; while they act for a second account, leave only that (rules P66). */
export const DangerZone = () => (useMe().hasOwnSignIn ? <DeleteMe /> : <LeaveThis />)

function LeaveThis() {
  const { t } = useTranslation(['profile', 'ownAccounts'])
  const { leave, busy } = useOwnAccounts()
  const { accounts } = useMe()
  const [used, home] = [accounts.find(({ isInUse }) => isInUse), accounts.find(({ isHome }) => isHome)]
  if (used === undefined || home === undefined) return null
  const named = { account: used.accountName }
  return (
    <Panel
      title={t('danger.title')}
      tone="danger"
      actions={
        <Button variant="outline" color="danger" size="xs" loading={busy} onClick={() => void leave(used)}>
          {t('ownAccounts:leaveNamed', named)}
        </Button>
      }
    >
      <Text kind="quiet">{t('ownAccounts:leaveOnly', { ...named, home: home.accountName })}</Text>
    </Panel>
  )
}

function DeleteMe() {
  const { t } = useTranslation('profile')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <Panel
      title={t('danger.title')}
      tone="danger"
      actions={
        <Button variant="outline" color="danger" size="xs" onClick={() => setOpened(true)}>
          {t('danger.delete')}
        </Button>
      }
    >
      <Text kind="quiet">{t('danger.text')}</Text>
      <Dialog opened={opened} onClose={close} title={t('danger.dialog')}>
        {opened && <DeleteMeForm onClose={close} />}
      </Dialog>
    </Panel>
  )
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

function DeleteMeForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { userId, email, account, accounts } = useMe()
  const others = accounts
    .filter(({ isHome, status }) => !isHome && status === 'user_active')
    .map(({ accountName }) => accountName)
  const [Typed] = useState(() =>
    z.object({
      email: z.string().check(
        z.minLength(1),
        z.refine((typed) => same(typed, email), { error: 'email_match' }),
      ),
    }),
  )
  const form = useZodForm(Typed, { email: '' })
  // The server has ended the session with the user; drop what this browser still has of it (rules V6).
  const remove = useWrite(users.remove, {
    invalidates: [],
    failure: 'profile:danger.error',
    quiet: ['US409', 'RQ403'],
    onSuccess: () => endSession('signed-out'),
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('danger.dialog')}
      onSubmit={() => remove.mutateAsync({ params: { id: userId } })}
    >
      <Text as="div" kind="quiet">
        {t('danger.what')}
        <ul>
          <li>{t('danger.signedOut')}</li>
          <li>{t('danger.noReturn', { email })}</li>
          <li>{t('danger.factors')}</li>
          {others.length > 0 && <li>{t('danger.others', { accounts: others.join(', ') })}</li>}
          <li>{t('danger.stays', { account: account.accountName })}</li>
        </ul>
      </Text>
      <TextField {...inputsOf(form)('email')} label={t('danger.type', { email })} type="email" required />
      <FormActions submit={t('danger.confirm')} color="danger" onCancel={onClose} />
    </Form>
  )
}
