import { useQuery } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import type { Prospect } from '@trellis/contract/prospects'
import { tenants } from '@trellis/contract/tenants'
import { judgeVatId } from '@trellis/contract/vat-ids'
import { useCallback } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FieldRow, inputsOf } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type NewDealInput, type NewDealValues, prospectOf } from './newDeal.ts'

interface Known {
  value: string
  label: string
  hint: string
  prospect: Prospect
}

const fewestLetters = 2

/** The company that the deal is for, as a section of a form. */
export function ProspectFields() {
  const { t } = useTranslation('deals')
  return (
    <Panel title={t('prospect')}>
      <ProspectInputs />
    </Panel>
  )
}

/** The company's fields: looked up among those of earlier deals, or typed. */
export function ProspectInputs() {
  const { t, i18n } = useTranslation('deals')
  const form = useFormContext<NewDealInput, unknown, NewDealValues>()
  const input = inputsOf(form)
  const language = i18n.resolvedLanguage ?? 'en'
  const countries = useQuery({
    ...queryOf(tenants.countries, { query: { languageId: language } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [vatId, countryCode] = form.watch(['prospect.vatId', 'prospect.countryCode'])
  const isUnusual = Boolean(vatId.trim() && countryCode) && judgeVatId(vatId, countryCode) === 'unusual'
  const load = useCallback(async (typed: string): Promise<readonly Known[]> => {
    if (typed.length < fewestLetters) return []
    const found = await call(deals.prospects, { query: { query: typed } })
    return found.map((prospect) => ({
      value: prospect.customerInformationId,
      label: prospect.name,
      hint: [prospect.vatId, prospect.city, prospect.country].filter(Boolean).join(' · '),
      prospect,
    }))
  }, [])
  const take = (prospect: Prospect) => {
    form.setValue('prospect', prospectOf(prospect), { shouldDirty: true })
    form.clearErrors('prospect')
  }
  return (
    <Stack>
      <SearchSelect
        label={t('form.known')}
        description={t('form.knownText')}
        placeholder={t('form.knownPlaceholder')}
        empty={t('form.knownEmpty')}
        load={load}
        value={null}
        onChange={(option) => option && take(option.prospect)}
      />
      <TextField {...input('prospect.name')} label={t('company')} required autoComplete="off" />
      {countries.error !== null && countries.data === undefined && (
        <ErrorBlock
          error={countries.error}
          title={t('form.countriesError')}
          shape="line"
          retry={() => void countries.refetch()}
        />
      )}
      <FieldRow>
        <SelectField
          {...input('prospect.countryCode')}
          label={t('country')}
          required
          loading={countries.isPending}
          options={(countries.data ?? []).map((each) => ({ value: each.countryCode, label: each.countryName }))}
          onChosen={() => {
            // A VAT id that is valid in one country may be invalid in another: validate it again.
            if (form.getValues('prospect.vatId') !== '') void form.trigger('prospect.vatId')
          }}
        />
        <TextField
          {...input('prospect.vatId')}
          label={t('vatId')}
          required
          description={isUnusual ? t('form.vatUnusual') : undefined}
        />
      </FieldRow>
      <FieldRow>
        <TextField {...input('prospect.firstName')} label={t('firstName')} required />
        <TextField {...input('prospect.lastName')} label={t('lastName')} required />
      </FieldRow>
      <FieldRow>
        <TextField {...input('prospect.email')} type="email" label={t('email')} />
        <TextField {...input('prospect.phoneNumber')} type="tel" label={t('phone')} />
        <TextField {...input('prospect.webSite')} type="url" label={t('webSite')} />
      </FieldRow>
      <TextField {...input('prospect.street')} label={t('street')} required />
      <FieldRow>
        <TextField {...input('prospect.postalCode')} label={t('postalCode')} required />
        <TextField {...input('prospect.city')} label={t('city')} required />
        <TextField {...input('prospect.region')} label={t('region')} />
      </FieldRow>
      <Text kind="small">{t('form.matchText')}</Text>
    </Stack>
  )
}
