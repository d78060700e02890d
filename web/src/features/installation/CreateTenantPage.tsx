import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CreatedTenant, installation, TenantDraft } from '@trellis/contract/installation'
import { tenants } from '@trellis/contract/tenants'
import { languageCodes } from '@trellis/contract/users'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../../app/i18n.ts'
import { useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { queryOf } from '../../app/queries.ts'
import { TimeZoneField } from '../../app/TimeZoneField.tsx'
import { browserZone } from '../../app/timeZones.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { MadeTenant } from './MadeTenant.tsx'
import { tenantCodeOf } from './tenantCode.ts'

const list = '/installation/tenants'
const currenciesQuery = { ...queryOf(tenants.currencies), staleTime: Number.POSITIVE_INFINITY }

/** On a developer's machine a portal is found by its code; everywhere else it needs a host name (rules G34). */
const isOnLocalhost = () => /(^|\.)localhost$/.test(window.location.hostname)

type DraftForm = ZodForm<typeof TenantDraft._zod.input, TenantDraft>

/** The page /installation/tenants/create. */
export function CreateTenantPage() {
  const { t } = useTranslation('installation')
  const [made, setMade] = useState<{ tenant: CreatedTenant; email: string } | null>(null)
  return (
    <Page title={t('create')} back={{ href: list, label: t('title') }} width="narrow">
      {made === null ? (
        <CreateForm onMade={(tenant, email) => setMade({ tenant, email })} />
      ) : (
        <MadeTenant {...made} onAgain={() => setMade(null)} />
      )}
    </Page>
  )
}

function CreateForm({ onMade }: { onMade: (tenant: CreatedTenant, email: string) => void }) {
  const { t } = useTranslation('installation')
  const navigate = useNavigate()
  const me = useMe()
  const [zone] = useState(browserZone)
  const form: DraftForm = useZodForm(TenantDraft, {
    ...{ tenantName: '', tenantCode: '', adminEmail: '', adminFirstName: '', adminLastName: '', host: '' },
    languageCode: languageOf(me.languageCode) ?? 'en',
    timeZone: zone,
    currencyCode: 'EUR',
  })
  useSuggestedCode(form)
  const create = useWrite(installation.create, { invalidates: ['/installation/tenants'], quiet: ['RQ409', 'RQ429'] })
  return (
    <Form
      form={form}
      label={t('create')}
      onSubmit={async (body) => {
        onMade(await create.mutateAsync({ body }).catch(atItsField), body.adminEmail)
      }}
    >
      <Stack gap="xl">
        <Text as="p" kind="quiet">
          {t('whatItIs')}
        </Text>
        <PortalFields form={form} />
        <AdministratorFields form={form} />
        <FormActions submit={t('save')} onCancel={() => navigate({ to: list })} />
      </Stack>
    </Form>
  )
}

/** The code follows the name until somebody types another one. */
function useSuggestedCode(form: DraftForm): void {
  const name = form.watch('tenantName')
  const isTyped = form.formState.dirtyFields.tenantCode === true
  useEffect(() => {
    if (!isTyped) form.resetField('tenantCode', { defaultValue: tenantCodeOf(name), keepError: true })
  }, [form, name, isTyped])
}

/** Somebody took the code or the host name a moment before: it is said there. */
function atItsField(failure: unknown): never {
  if (!isProblem(failure, 'RQ409')) throw failure
  const { reason } = (failure.info ?? {}) as { reason?: string }
  throw { info: { issues: [{ path: [reason === 'host' ? 'host' : 'tenantCode'], code: 'taken' }] } }
}

function PortalFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation('installation')
  const input = inputsOf(form)
  const currencies = useQuery(currenciesQuery)
  const [local] = useState(isOnLocalhost)
  return (
    <Panel title={t('portal')}>
      <Stack>
        <TextField
          {...input('tenantName')}
          label={t('name')}
          description={t('nameText')}
          maximum={100}
          required
          autoFocus
        />
        <TextField {...input('tenantCode')} label={t('code')} description={t('codeText')} maximum={63} required />
        <TextField
          {...input('host')}
          label={t('host')}
          description={t(local ? 'hostLocal' : 'hostText')}
          maximum={253}
          required={!local}
        />
        <FieldRow>
          <TimeZoneField {...input('timeZone')} label={t('timeZone')} description={t('timeZoneText')} required />
          <SelectField
            {...input('currencyCode')}
            label={t('currency')}
            description={t('currencyText')}
            required
            loading={currencies.isPending}
            options={(currencies.data ?? []).map(({ currencyCode: value, currencyName }) => ({
              value,
              label: `${value} · ${currencyName}`,
            }))}
          />
        </FieldRow>
        {currencies.error !== null && (
          <ErrorBlock
            error={currencies.error}
            title={t('currenciesFailed')}
            shape="line"
            retry={() => void currencies.refetch()}
          />
        )}
      </Stack>
    </Panel>
  )
}

function AdministratorFields({ form }: { form: DraftForm }) {
  const { t } = useTranslation(['installation', 'common'])
  const input = inputsOf(form)
  return (
    <Panel title={t('installation:administrator')} description={t('installation:administratorText')}>
      <Stack>
        <TextField {...input('adminEmail')} type="email" label={t('installation:email')} maximum={254} required />
        <FieldRow>
          <TextField {...input('adminFirstName')} label={t('installation:firstName')} required />
          <TextField {...input('adminLastName')} label={t('installation:lastName')} required />
        </FieldRow>
        <SelectField
          {...input('languageCode')}
          label={t('installation:language')}
          required
          options={languageCodes.map((value) => ({ value, label: t(`common:languages.${value}`) }))}
        />
      </Stack>
    </Panel>
  )
}
