import { webhooks } from '@trellis/contract/webhooks'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { DateField } from '../../ui/DateField.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { dayIn } from '../../ui/days.ts'
import { Form, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { startOfDay } from '../../ui/wallClock.ts'

const ReplayForm = z.object({ from: z.iso.date() })

interface ReplayDialogProps {
  webhookId: string
  opened: boolean
  onClose: () => void
}

/** Asks from which day on everything is sent again. */
export function ReplayDialog(props: ReplayDialogProps) {
  const { t } = useTranslation('webhooks')
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('replayTitle')}>
      <ReplayBody {...props} />
    </Dialog>
  )
}

function ReplayBody({ webhookId, onClose }: ReplayDialogProps) {
  const { t } = useTranslation('webhooks')
  const { timeZone } = useLocale()
  const today = dayIn(timeZone, new Date())
  const form = useZodForm(ReplayForm, { from: today })
  const replay = useWrite(webhooks.replay, {
    invalidates: ['/webhooks'],
    success: 'webhooks:replayed',
    onSuccess: onClose,
  })
  return (
    <Form
      form={form}
      label={t('replayTitle')}
      onSubmit={({ from }) =>
        replay.mutateAsync({ params: { id: webhookId }, body: { from: startOfDay(from, timeZone) } })
      }
    >
      <Stack>
        <Text as="p">{t('replayText')}</Text>
        <DateField {...inputsOf(form)('from')} label={t('since')} maximum={today} required />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button type="submit" loading={replay.isPending}>
            {t('sendAgain')}
          </Button>
        </DialogActions>
      </Stack>
    </Form>
  )
}
