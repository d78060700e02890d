import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { speakLanguageOf } from '../../../app/i18n.ts'
import { meQuery, useMe } from '../../../app/me.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { toast } from '../../../ui/toast.tsx'
import { draftOf, UserDraft, UserFields } from '../members/UserFields.tsx'

export function EditProfilePage() {
  const { t, i18n } = useTranslation('profile')
  const navigate = useNavigate()
  const client = useQueryClient()
  const me = useMe()
  const form = useZodForm(UserDraft, draftOf(me))
  // The name, language and time zone affect every screen, so invalidate all queries.
  const update = useWrite(users.update, { invalidates: ['/'], failure: 'profile:form.updateError' })
  const hints = {
    timeZone: t('form.timeZoneDescription'),
    language: t('form.languageDescription'),
    notifications: t('form.notificationsDescription'),
  }
  return (
    <Page title={t('form.title')} back={{ href: '/profile', label: t('form.back') }} width="narrow">
      <Form
        form={form}
        onSubmit={async (changes) => {
          const user = await update.mutateAsync({ params: { id: me.userId }, body: changes })
          client.setQueryData(meQuery.queryKey, { ...me, ...user })
          await speakLanguageOf(user)
          toast.success(i18n.t('profile:form.updated'))
          await navigate({ to: '/profile' })
        }}
      >
        <Panel>
          <Stack>
            <UserFields hints={hints} isOwn />
            <FormActions submit={t('form.save')} onCancel={() => navigate({ to: '/profile' })} />
          </Stack>
        </Panel>
      </Form>
    </Page>
  )
}
