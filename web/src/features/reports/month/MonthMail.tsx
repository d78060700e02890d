import { useQuery } from '@tanstack/react-query'
import { monthReports } from '@trellis/contract/month-reports'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Stack, Text } from '../../../ui/layout.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toast.tsx'

/** Whether the reader gets the report of each month by mail. */
export function MonthMail({ accountName }: { accountName: string }) {
  const { t } = useTranslation('reports')
  const { data } = useQuery(queryOf(monthReports.mail, {}))
  const write = useWrite(monthReports.changeMail, { invalidates: [monthReports.mail] })
  const { isNotificationEnabled } = useMe()
  if (!data) return null
  // As it was asked for while the answer is on its way.
  const isMailed = write.isPending ? write.variables.body.isMailed : data.isMailed
  const change = async (wanted: boolean) => {
    await write.mutateAsync({ body: { isMailed: wanted } })
    if (isNotificationEnabled || !wanted) toast.success(t(wanted ? 'month.mailOn' : 'month.mailOff'))
  }
  return (
    <Stack gap="xs" data-screen>
      <Switch
        label={t('month.mail')}
        checked={isMailed}
        onChange={(wanted) => void change(wanted).catch(() => undefined)}
      />
      <Text kind="small">
        {isNotificationEnabled ? t('month.mailText', { account: accountName }) : t('month.mailsOff')}
      </Text>
    </Stack>
  )
}
