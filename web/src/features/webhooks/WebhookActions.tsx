import { useNavigate } from '@tanstack/react-router'
import { type Webhook, webhooks } from '@trellis/contract/webhooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../app/useWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'

interface WebhookActionsProps {
  webhook: Webhook
  onSecret: (secret: string) => void
}

/** What can be done with a webhook: test, pause, send again, another secret, end. */
export function WebhookActions({ webhook, onSecret }: WebhookActionsProps) {
  const { t } = useTranslation('webhooks')
  const { webhookId, url, types, description, status, accountId } = webhook
  const confirm = useConfirm()
  const navigate = useNavigate()
  const [replays, setReplays] = useState(false)
  const invalidates = ['/webhooks'] as const
  const test = useWrite(webhooks.test, { invalidates, success: 'webhooks:testSent' })
  const update = useWrite(webhooks.update, { invalidates, success: 'webhooks:saved' })
  const change = useWrite(webhooks.changeSecret, { invalidates, onSuccess: ({ secret }) => onSecret(secret) })
  // Not the page itself, which is left: an ended webhook is read no more.
  const end = useWrite(webhooks.end, { invalidates: [webhooks.search], success: 'webhooks:ended' })
  const params = { id: webhookId }
  const isPaused = status === 'paused' || status === 'failing' || status === 'gone'
  const blocked = webhook.blocked.update === null ? null : t('mayNot')
  // What failed was said.
  const quiet = () => undefined

  async function changeSecret() {
    const question = { title: t('secretTitle'), text: t('secretText'), confirm: t('changeSecret'), cancel: t('keep') }
    if (await confirm(question)) await change.mutateAsync({ params }).catch(quiet)
  }
  async function finish() {
    const question = { title: t('endTitle'), text: t('endText'), confirm: t('end'), cancel: t('keep') }
    if (!(await confirm({ ...question, destructive: true }))) return
    await end
      .mutateAsync({ params })
      .then(() => navigate({ to: '/accounts/$id/webhooks', params: { id: accountId } }), quiet)
  }
  const pause = () =>
    update.mutateAsync({ params, body: { url, types, description, isPaused: !isPaused } }).catch(quiet)
  return (
    <>
      <ActionButton
        variant="default"
        loading={test.isPending}
        blocked={blocked ?? (isPaused ? t('testPaused') : null)}
        onClick={() => void test.mutateAsync({ params }).catch(quiet)}
      >
        {t('test')}
      </ActionButton>
      <ActionButton variant={isPaused ? 'filled' : 'default'} blocked={blocked} onClick={() => void pause()}>
        {isPaused ? t('resume') : t('pause')}
      </ActionButton>
      <ActionMenu
        label={t('more')}
        variant="default"
        actions={[
          { label: t('replayFrom'), onClick: () => setReplays(true), blocked },
          { label: t('changeSecret'), onClick: () => void changeSecret(), blocked },
          { label: t('end'), onClick: () => void finish(), blocked, destructive: true },
        ]}
      />
      <ReplayDialog webhookId={webhookId} opened={replays} onClose={() => setReplays(false)} />
    </>
  )
}
