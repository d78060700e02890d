import { useQuery, useQueryClient } from '@tanstack/react-query'
import { settings, type TenantSettings } from '@trellis/contract/settings'
import { externalEntries, tenants } from '@trellis/contract/tenants'
import { useTranslation } from 'react-i18next'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { useIsFirstStep } from '../../app/first-steps/FirstStep.tsx'
import { Loaded } from '../../app/Loaded.tsx'
import { showTenant } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import { TimeZoneField } from '../../app/TimeZoneField.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { FieldGroup, FieldRow, Form, FormActions, inputsOf, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { Columns, Stack } from '../../ui/layout.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { BrandFields } from './BrandFields.tsx'
import { BrandStep } from './BrandStep.tsx'
import { DomainsPanel } from './DomainsPanel.tsx'
import { changeOf, draftOf, offeredEntries, SettingsDraft } from './draft.ts'
import { LogoPanel } from './LogoPanel.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** What the super admins of the root account set for their tenant (rules G14). */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const isFirst = useIsFirstStep()
  const query = useQuery(queryOf(settings.read))
  return (
    <SettingsFrame tab="general">
      <Loaded query={query} title={t('fetchError')} lines={12}>
        {(held) =>
          isFirst ? (
            <BrandStep settings={held} />
          ) : (
            <>
              <LogoPanel settings={held} />
              <DomainsPanel settings={held} />
              <SettingsForm settings={held} />
              <Changes tenantCode={held.tenantCode} />
            </>
          )
        }
      </Loaded>
    </SettingsFrame>
  )
}

function Changes({ tenantCode }: { tenantCode: string }) {
  const { data } = useQuery(queryOf(tenants.lookup))
  return <HistoryBlock entity="tenant" entityId={data?.find((tenant) => tenant.tenantCode === tenantCode)?.tenantId} />
}

function SettingsForm({ settings: held }: { settings: TenantSettings }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const form = useZodForm(SettingsDraft, draftOf(held))
  const change = useWrite(settings.change, {
    invalidates: [settings.read],
    success: 'settings:saved',
    quiet: 'all',
    onSuccess: (changed) => showTenant(client, changed),
  })
  return (
    <Form form={form} label={t('title')} onSubmit={(draft) => change.mutateAsync({ body: changeOf(draft, held) })}>
      <Stack gap="xl">
        <Panel title={t('brand.title')}>
          <BrandFields form={form} />
        </Panel>
        <AddressFields form={form} />
        <MenuFields form={form} />
        <DefaultFields form={form} />
        <FormActions submit={t('save')} />
      </Stack>
    </Form>
  )
}

export type SettingsForm = ZodForm<(typeof SettingsDraft)['_zod']['input'], (typeof SettingsDraft)['_zod']['output']>

function AddressFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('settings')
  const input = inputsOf(form)
  return (
    <Panel title={t('addresses.title')}>
      <Stack>
        <TextAreaField
          {...input('hosts')}
          label={t('addresses.hosts')}
          description={t('addresses.hostsHint')}
          maximum={5100}
        />
        <TextField
          {...input('mailFrom')}
          type="email"
          label={t('addresses.mailFrom')}
          description={t('addresses.mailFromHint')}
        />
      </Stack>
    </Panel>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function MenuFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation(['settings', 'common'])
  const input = inputsOf(form)
  return (
    <Panel title={t('menu.title')} description={t('menu.description')}>
      <Stack gap="xl">
        <Columns min="12rem" gap="md">
          {offeredEntries.map((entry) => (
            <SwitchField key={entry} {...input(`menu.${entry}`)} label={capital(t(`common:menu.${entry}`))} />
          ))}
        </Columns>
        <FieldGroup legend={t('menu.links')} description={t('menu.linksDescription')}>
          {externalEntries.map((entry) => (
            <TextField
              key={entry}
              {...input(`links.${entry}`)}
              type="url"
              maximum={2000}
              placeholder="https://"
              label={capital(t(`common:menu.${entry}`))}
            />
          ))}
        </FieldGroup>
      </Stack>
    </Panel>
  )
}

function DefaultFields({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('settings')
  const input = inputsOf(form)
  const hint = t('defaults.remindersHint')
  return (
    <Panel title={t('defaults.title')}>
      <Stack>
        <TimeZoneField
          {...input('timeZone')}
          label={t('defaults.timeZone')}
          description={t('defaults.timeZoneHint')}
          required
        />
        <FieldRow>
          <NumberField
            {...input('defaults.protectionDays')}
            label={t('defaults.protection')}
            unit={t('defaults.days')}
            required
          />
          <NumberField
            {...input('defaults.stockHoldDays')}
            label={t('defaults.hold')}
            unit={t('defaults.days')}
            required
          />
        </FieldRow>
        <FieldRow>
          <TextField
            {...input('defaults.certificateReminderDays')}
            label={t('defaults.certificates')}
            description={hint}
          />
          <TextField {...input('defaults.licenseReminderDays')} label={t('defaults.licenses')} description={hint} />
        </FieldRow>
      </Stack>
    </Panel>
  )
}
