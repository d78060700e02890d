import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { languageCodes, users } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import { languageOf, speakLanguageOf } from '../../../app/i18n.ts'
import { meQuery, useMe } from '../../../app/me.ts'
import { TimeZoneField } from '../../../app/TimeZoneField.tsx'
import { useWrite } from '../../../app/useWrite.ts'
import { FieldRow, Form, FormActions, useZodForm } from '../../../ui/form.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { SwitchField } from '../../../ui/SwitchField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/toast.tsx'

export function EditProfilePage() {
  const { t, i18n } = useTranslation(['profile', 'common'])
  const navigate = useNavigate()
  const client = useQueryClient()
  const me = useMe()
  const form = useZodForm(users.update.body, {
    firstName: me.firstName,
    lastName: me.lastName,
    timeZone: me.timeZone,
    languageCode: languageOf(me.languageCode) ?? 'en',
    isNotificationEnabled: me.isNotificationEnabled,
  })
  // The name, language and time zone affect every screen, so invalidate all queries.
  const update = useWrite(users.update, { invalidates: ['/'], failure: 'profile:form.updateError' })
  return (
    <Page title={t('form.title')} back={{ href: '/profile', label: t('form.back') }} width="narrow">
      <Form
        form={form}
        onSubmit={async (changes) => {
          const user = await update.mutateAsync({ params: { id: me.userId }, body: changes })
          client.setQueryData(meQuery.queryKey, user)
          await speakLanguageOf(user)
          toast.success(i18n.t('profile:form.updated'))
          await navigate({ to: '/profile' })
        }}
      >
        <Panel>
          <Stack gap="md">
            <FieldRow>
              <TextField
                control={form.control}
                name="firstName"
                label={t('firstName')}
                autoComplete="given-name"
                required
              />
              <TextField
                control={form.control}
                name="lastName"
                label={t('lastName')}
                autoComplete="family-name"
                required
              />
            </FieldRow>
            <TimeZoneField
              control={form.control}
              name="timeZone"
              label={t('timeZone')}
              description={t('form.timeZoneDescription')}
              required
            />
            <SelectField
              control={form.control}
              name="languageCode"
              label={t('language')}
              description={t('form.languageDescription')}
              required
              options={languageCodes.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
            />
            <SwitchField
              control={form.control}
              name="isNotificationEnabled"
              label={t('form.notifications')}
              description={t('form.notificationsDescription')}
            />
            <FormActions submit={t('form.save')}>
              <Button variant="default" onClick={() => void navigate({ to: '/profile' })}>
                {t('cancel')}
              </Button>
            </FormActions>
          </Stack>
        </Panel>
      </Form>
    </Page>
  )
}
