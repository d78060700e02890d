import { type ListedUser, users, ViewRequest } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../../app/useWrite.ts'
import { enterView } from '../../../app/view.ts'
import { Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import { Text } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { fullName } from './useUserChanges.ts'

/** The content of a dialog: begins a look at the portal as this user. */
export default function ViewForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation('users')
  const form = useZodForm(ViewRequest, { reason: '' })
  const start = useWrite(users.view, { invalidates: [], failure: 'users:viewAs.error' })
  const words = { name: fullName(user), account: user.account.accountName }
  return (
    <Form
      form={form}
      guard={false}
      label={t('viewAs.title', words)}
      onSubmit={async (body) => enterView(await start.mutateAsync({ params: { id: user.userId }, body }))}
    >
      <Text as="p">
        <LinkedText names={{ account: { name: words.account, href: `/accounts/${user.account.accountId}` } }}>
          {({ account }) => t('viewAs.text', { ...words, account })}
        </LinkedText>
      </Text>
      <TextField
        control={form.control}
        name="reason"
        label={t('viewAs.reason')}
        description={t('viewAs.reasonText')}
        required
        maximum={500}
      />
      <FormActions submit={t('viewAs.start')} onCancel={onClose} />
    </Form>
  )
}
