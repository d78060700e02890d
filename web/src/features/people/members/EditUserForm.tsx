import { type ListedUser, users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../../app/live/ChangedMeanwhile.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { Text } from '../../../ui/layout.tsx'
import { draftOf, UserDraft, UserFields } from './UserFields.tsx'
import { fullName } from './useUserChanges.ts'

/** The content of a dialog: edits another user's record. */
export default function EditUserForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation('users')
  const fresh = draftOf(user)
  const form = useZodForm(UserDraft, fresh)
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
      {!user.hasOwnSignIn && <Text kind="quiet">{t('elsewhere.signsIn')}</Text>}
      <UserFields hints={{ notifications: t('notificationsText') }} />
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="user"
        id={user.userId}
        labels={{
          firstName: t('firstName'),
          lastName: t('lastName'),
          timeZone: t('timeZone'),
          languageCode: t('language'),
          isNotificationEnabled: t('notifications'),
        }}
      />
      <FormActions submit={t('edit.save')} onCancel={onClose} />
    </Form>
  )
}
