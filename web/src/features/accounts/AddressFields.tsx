import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { tenants } from '@trellis/contract/tenants'
import { judgeVatId } from '@trellis/contract/vat-ids'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCountryName } from '../../app/countryName.ts'
import { queryOf } from '../../app/queries.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FieldRow, inputsOf } from '../../ui/form.tsx'
import { Row } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './accounts.module.css'
import type { emptyAddress } from './address.ts'

/** The part of a form that has an address. */
interface WithAddress {
  address: typeof emptyAddress
}

interface AddressFieldsProps {
  /** True for a new account, whose legal name defaults to its name. */
  legalNameOptional?: boolean
}

/** The form fields of a company address. */
export function AddressFields({ legalNameOptional = false }: AddressFieldsProps) {
  const { t, i18n } = useTranslation('accounts')
  const form = useFormContext<WithAddress, unknown, never>()
  const input = inputsOf(form)
  const language = i18n.resolvedLanguage ?? 'en'
  const countryName = useCountryName()
  const countries = useQuery({
    ...queryOf(tenants.countries, { query: { languageId: language } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [vatId, countryCode] = form.watch(['address.vatId', 'address.countryCode'])
  const isUnusual = Boolean(vatId.trim() && countryCode) && judgeVatId(vatId, countryCode) === 'unusual'
  // When the countries cannot be loaded, the current country is still an option.
  const chosen = countryCode ? [{ countryCode, countryName: countryName({ country: countryCode, countryCode }) }] : []
  const options = (countries.data ?? chosen).map((each) => ({ value: each.countryCode, label: each.countryName }))
  return (
    <>
      <TextField
        {...input('address.legalName')}
        label={t('legalName')}
        description={legalNameOptional ? t('legalNameText') : undefined}
        required={!legalNameOptional}
        autoComplete="organization"
      />
      {countries.error !== null && countries.data === undefined && (
        <ErrorBlock
          error={countries.error}
          title={t('countriesError')}
          shape="line"
          retry={() => void countries.refetch()}
        />
      )}
      <FieldRow>
        <SelectField
          {...input('address.countryCode')}
          label={t('country')}
          required
          loading={countries.isPending}
          options={options}
          onChosen={() => {
            // A VAT id that is valid in one country may be invalid in another: validate it again.
            if (form.getValues('address.vatId') !== '') void form.trigger('address.vatId')
          }}
        />
        <TextField {...input('address.vatId')} label={t('vatId')} required />
      </FieldRow>
      <div role="status" className={styles.status}>
        {isUnusual && (
          <Row nowrap style={{ color: 'var(--ui-warning-text)', fontSize: '0.8125rem' }}>
            <IconAlertTriangle size={16} stroke={2} aria-hidden />
            {t('vat.unusual')}
          </Row>
        )}
      </div>
      <TextField {...input('address.street')} label={t('street')} required autoComplete="address-line1" />
      <TextField {...input('address.locality')} label={t('locality')} autoComplete="address-line2" />
      <FieldRow>
        <TextField {...input('address.postalCode')} label={t('postalCode')} required autoComplete="postal-code" />
        <TextField {...input('address.city')} label={t('city')} required autoComplete="address-level2" />
        <TextField {...input('address.region')} label={t('region')} autoComplete="address-level1" />
      </FieldRow>
    </>
  )
}
