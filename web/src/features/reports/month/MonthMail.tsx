import { useQuery } from '@tanstack/react-query'
import { monthReports } from '@trellis/contract/month-reports'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Whether the reader gets the report of each month by mail. */
export function MonthMail({ accountName }: { accountName: string }) {
  const { t } = useTranslation('monthReport')
  const { data } = useQuery(queryOf(monthReports.mail, {}))
  const write = useWrite(monthReports.changeMail, { invalidates: [monthReports.mail] })
  if (!data) return null
  const change = async (isMailed: boolean) => {
    await write.mutateAsync({ body: { isMailed } })
    toast.success(t(isMailed ? 'mailOn' : 'mailOff'))
  }
  return (
    <Stack gap="xs">
      <Switch
        label={t('mail')}
        checked={data.isMailed}
        onChange={(wanted) => void change(wanted).catch(() => undefined)}
      />
      <Text kind="small">{t('mailText', { account: accountName })}</Text>
    </Stack>
  )
}
