import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accounts } from '@trellis/contract/accounts'
import { type NewWebhook, WebhookUpdate, webhooks } from '@trellis/contract/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../app/Loaded.tsx'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { MadeSecret } from './MadeSecret.tsx'
import { WebhookFields } from './WebhookFields.tsx'

/** The page /accounts/{id}/webhooks/create. */
export function CreateWebhookPage({ accountId }: { accountId: string }) {
  const { t } = useTranslation('webhooks')
  const mayMake = useCan('Users', 'c')
  const query = useQuery({ ...queryOf(accounts.read, { params: { id: accountId } }), enabled: mayMake })
  const [made, setMade] = useState<NewWebhook | null>(null)
  const back = { href: `/accounts/${accountId}/webhooks`, label: t('title') }
  return (
    <Page title={t('make')} back={back} width="narrow">
      {!mayMake ? (
        <Panel>
          <NoPermission>{t('mayNot')}</NoPermission>
        </Panel>
      ) : made !== null ? (
        <MadeSecret secret={made.secret} back={`${back.href}/${made.id}`} title={t('isMade')} />
      ) : (
        <Loaded query={query} title={t('accountError')} lines={8}>
          {({ accountName }) => <CreateForm accountId={accountId} accountName={accountName} onMade={setMade} />}
        </Loaded>
      )}
    </Page>
  )
}

interface CreateFormProps {
  accountId: string
  accountName: string
  onMade: (made: NewWebhook) => void
}

function CreateForm({ accountId, accountName, onMade }: CreateFormProps) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const form = useZodForm(WebhookUpdate, { url: '', types: [], description: '' })
  const create = useWrite(webhooks.create, { invalidates: ['/webhooks'], quiet: 'all', onSuccess: onMade })
  return (
    <Form
      form={form}
      label={t('make')}
      onSubmit={(values) => create.mutateAsync({ body: { ...values, parentAccountId: accountId } })}
    >
      <Stack gap="xl">
        <Panel>
          <Stack>
            <Text as="p" kind="quiet">
              {t('makeText', { account: accountName })}
            </Text>
            <WebhookFields form={form} autoFocus />
          </Stack>
        </Panel>
        <FormActions
          submit={t('make')}
          onCancel={() => navigate({ to: '/accounts/$id/webhooks', params: { id: accountId } })}
        />
      </Stack>
    </Form>
  )
}
