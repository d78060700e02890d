import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SandboxClock, sandbox } from '@trellis/contract/sandbox'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { showTenant, useTenant } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { DateField } from '../../ui/DateField.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { addDays, dayIn } from '../../ui/days.ts'
import { Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { startOfDay } from '../../ui/wallClock.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The page /settings/clock of a sandbox: its business time, which moves forward (rules G31). */
export function ClockPage() {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = useQuery(queryOf(sandbox.clock))
  return (
    <SettingsFrame tab="clock">
      {data === undefined && error !== null ? (
        <ScreenError error={error} title={t('clock.fetchError')} retry={() => void refetch()} />
      ) : (
        <Panel title={t('clock.title')} description={t('clock.text')}>
          <Stack>
            <DefinitionList
              loading={data === undefined}
              items={[
                { term: t('clock.business'), value: data && <DateTime value={data.date} /> },
                { term: t('clock.machine'), value: data && <DateTime value={data.machineDate} /> },
              ]}
            />
            {data && <MoveForm key={data.date} clock={data} />}
          </Stack>
        </Panel>
      )}
    </SettingsFrame>
  )
}

const MoveDraft = z.object({ date: z.iso.date() })

function MoveForm({ clock }: { clock: SandboxClock }) {
  const { t } = useTranslation('settings')
  const { timeZone } = useLocale()
  const client = useQueryClient()
  const tenant = useTenant()
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant))
  const form = useZodForm(MoveDraft, { date: addDays(dayOf(clock.date), 1) })
  const move = useWrite(sandbox.moveClock, {
    invalidates: [],
    success: 'settings:clock.moved',
    onSuccess({ date, machineDate }) {
      showTenant(client, {
        ...tenant,
        secondsAhead: Math.ceil((Date.parse(date) - Date.parse(machineDate)) / 1000),
      })
      // Whatever is shown was of the time before.
      void client.invalidateQueries()
    },
  })
  return (
    <Form
      form={form}
      label={t('clock.move')}
      onSubmit={({ date }) => move.mutateAsync({ body: { date: startOfDay(date, timeZone) } })}
    >
      <Stack>
        <DateField
          {...inputsOf(form)('date')}
          label={t('clock.to')}
          minimum={addDays(dayOf(clock.date), 1)}
          maximum={dayOf(clock.latestDate)}
          required
        />
        <Text as="p" kind="quiet">
          {t('clock.consequences')}
        </Text>
        <FormActions submit={t('clock.move')} />
      </Stack>
    </Form>
  )
}
