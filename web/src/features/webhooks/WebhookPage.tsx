import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Webhook, WebhookUpdate, webhooks } from '@trellis/contract/webhooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../app/Loaded.tsx'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { MadeSecret } from './MadeSecret.tsx'
import { WebhookStatusTag } from './statuses.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookFields } from './WebhookFields.tsx'

/** While something waits, the page looks again after so many milliseconds. */
const again = 3_000

/** The page /accounts/{id}/webhooks/{webhookId}. */
export function WebhookPage({ accountId, webhookId }: { accountId: string; webhookId: string }) {
  const { t } = useTranslation('webhooks')
  const may = useCan('Users', 'c')
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(webhooks.read, { params: { id: webhookId } }),
    enabled: may,
    refetchInterval: ({ state: { data } }) => (data?.status === 'active' && data.waiting > 0 ? again : false),
  })
  const [secret, setSecret] = useState<string | null>(null)
  const webhook = query.data
  const seen = webhook && `${webhook.waiting} ${webhook.lastDeliveryDate} ${webhook.failingSince}`
  // What changes at the webhook has changed in its log.
  useEffect(() => {
    if (seen !== undefined) void client.invalidateQueries({ queryKey: [webhooks.searchDeliveries.path] })
  }, [client, seen])
  const back = { href: `/accounts/${accountId}/webhooks`, label: t('title') }
  const title = webhook === undefined ? t('webhook') : new URL(webhook.url).host
  return (
    <Page
      title={title}
      back={back}
      badges={webhook && <WebhookStatusTag webhook={webhook} />}
      actions={webhook && secret === null && <WebhookActions webhook={webhook} onSecret={setSecret} />}
    >
      {!may ? (
        <Panel>
          <NoPermission>{t('mayNot')}</NoPermission>
        </Panel>
      ) : secret !== null ? (
        <Stack onClick={(event) => isDone(event) && setSecret(null)}>
          <MadeSecret secret={secret} back={`${back.href}/${webhookId}`} title={t('secretChanged')} />
        </Stack>
      ) : (
        <Loaded query={query} title={t('readError')} back={back} lines={12}>
          {(read) => (
            <Stack gap="xl">
              <About webhook={read} />
              <DeliveryLog webhookId={webhookId} />
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** The way back leads to the same page, on which the secret is not shown any more. */
const isDone = ({ target }: { target: EventTarget }) => target instanceof Element && target.closest('a') !== null

function About({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { webhookId, url, types, description, status, accountName, failingSince, oldSecretUntil } = webhook
  const form = useZodForm(WebhookUpdate, { url, types, description })
  const update = useWrite(webhooks.update, { invalidates: ['/webhooks'], success: 'webhooks:saved' })
  const facts = [
    { term: t('account'), value: accountName },
    { term: t('setBy'), value: webhook.setBy ?? <NoValue /> },
    { term: t('waiting'), value: webhook.waiting },
    { term: t('lastDelivery'), value: <DateTime value={webhook.lastDeliveryDate} /> },
    ...(failingSince === null ? [] : [{ term: t('failingSince'), value: <DateTime value={failingSince} /> }]),
    ...(oldSecretUntil === null ? [] : [{ term: t('oldSecretUntil'), value: <DateTime value={oldSecretUntil} /> }]),
  ]
  return (
    <Panel title={t('settings')}>
      <Form
        form={form}
        label={t('settings')}
        onSubmit={(values) => update.mutateAsync({ params: { id: webhookId }, body: values })}
      >
        <Stack>
          {status !== 'active' && (
            <Text as="p" kind="strong">
              {t(`why.${status}`)}
            </Text>
          )}
          <DefinitionList items={facts} />
          <WebhookFields form={form} />
          <FormActions submit={t('save')} />
        </Stack>
      </Form>
    </Panel>
  )
}
