import { Button } from '@mantine/core'
import { type ListedUser, languageCodes, TimeZone, users } from '@trellis/contract/users'
import { requiredText } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { TimeZoneField } from '../../../app/TimeZoneField.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FieldRow, Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useLanguageOptions } from './languages.ts'
import { fullName } from './useUserChanges.ts'

interface EditUserDialogProps {
  user: ListedUser | null
  onClose: () => void
}

export function EditUserDialog({ user, onClose }: EditUserDialogProps) {
  const { t } = useTranslation('users')
  return (
    <Dialog opened={user !== null} onClose={onClose} title={user ? t('edit.title', { name: fullName(user) }) : ''}>
      {user && <EditForm key={user.userId} user={user} onClose={onClose} />}
    </Dialog>
  )
}

const Draft = z.object({
  firstName: requiredText(),
  lastName: requiredText(),
  timeZone: TimeZone,
  languageCode: z.enum(languageCodes),
  isNotificationEnabled: z.boolean(),
})

function EditForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation(['users', 'ui'])
  const form = useZodForm(Draft, {
    firstName: user.firstName,
    lastName: user.lastName,
    timeZone: user.timeZone,
    languageCode: user.languageCode === 'it' ? 'it' : 'en',
    isNotificationEnabled: user.isNotificationEnabled,
  })
  const save = useWrite(users.update, {
    invalidates: ['/users'],
    success: 'users:updated',
    failure: 'users:updateError',
  })
  return (
    <Form
      form={form}
      guard={false}
      label={t('edit.title', { name: fullName(user) })}
      onSubmit={async (profile) => {
        await save.mutateAsync({ params: { id: user.userId }, body: { id: user.userId, ...profile } })
        onClose()
      }}
    >
      <FieldRow>
        <TextField control={form.control} name="firstName" label={t('firstName')} required autoFocus />
        <TextField control={form.control} name="lastName" label={t('lastName')} required />
      </FieldRow>
      <TimeZoneField control={form.control} name="timeZone" label={t('timeZone')} required />
      <SelectField
        control={form.control}
        name="languageCode"
        label={t('language')}
        required
        options={useLanguageOptions()}
      />
      <SwitchField
        control={form.control}
        name="isNotificationEnabled"
        label={t('notifications')}
        description={t('notificationsText')}
      />
      <FormActions submit={t('edit.save')}>
        <Button variant="default" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
