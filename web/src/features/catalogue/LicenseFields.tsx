import { activationRules } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { FieldRow, type ZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { type Choice, SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DurationFields } from './DurationFields.tsx'
import { LivingSeatFields } from './LivingSeatFields.tsx'
import { newProduct, type ProductInput, type ProductOutput } from './productDraft.ts'

interface LicenseFieldsProps {
  form: ZodForm<ProductInput, ProductOutput>
  subscriptions: readonly Choice[]
}

/** The numbers of a license product, which always have a value. */
const numbers = [
  'licenseDurationYears',
  'licenseDurationMonths',
  'licenseDurationDays',
  'maintenanceDurationYears',
  'maintenanceDurationMonths',
  'maintenanceDurationDays',
  'selfReleases',
] as const

/** The settings of a product's license keys; hidden for products without licenses. */
export function LicenseFields({ form, subscriptions }: LicenseFieldsProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const [isLicense, isUpgrade] = form.watch(['isLicense', 'islicenseUpgradeRight'])
  return (
    <Stack>
      <SwitchField
        control={form.control}
        name="isLicense"
        label={t('productForm:isLicense')}
        description={t('productForm:isLicenseText')}
        onChosen={(isOn) => {
          if (isOn) return
          // Reset invalid numbers: their errors would be hidden and would block saving.
          for (const name of numbers) {
            if (typeof form.getValues(name) !== 'number') form.setValue(name, newProduct[name])
          }
          form.clearErrors()
        }}
      />
      {isLicense && (
        <>
          <FieldRow>
            <TextField
              control={form.control}
              name="licensePrefix"
              label={t('licensePrefix')}
              description={t('productForm:licensePrefixText')}
              maximum={12}
              upperCase
              required
            />
            <TextField
              control={form.control}
              name="licenseMaxVersion"
              label={t('licenseMaxVersion')}
              description={t('productForm:licenseMaxVersionText')}
              maximum={40}
            />
          </FieldRow>
          <SelectField
            control={form.control}
            name="licenseActivationRule"
            label={t('licenseActivationRule')}
            required
            options={activationRules.map((rule) => ({ value: rule, label: t(`rules.${rule}`) }))}
          />
          <DurationFields form={form} of="license" />
          <DurationFields form={form} of="maintenance" />
          <LivingSeatFields form={form} />
          <SwitchField
            control={form.control}
            name="isLicenseTrial"
            label={t('trial')}
            description={t('productForm:trialText')}
          />
          <SwitchField
            control={form.control}
            name="islicenseUpgradeRight"
            label={t('upgradeRight')}
            description={t('productForm:upgradeRightText')}
            onChosen={(isOn) => {
              form.clearErrors(['extendedProductId', 'subscriptionId'])
              if (!isOn) return
              form.setValue('extendedProductId', null, { shouldDirty: true })
              form.setValue('subscriptionId', null, { shouldDirty: true })
            }}
          />
          {!isUpgrade && (
            <SelectField
              control={form.control}
              name="subscriptionId"
              label={t('subscription')}
              required
              options={subscriptions}
            />
          )}
        </>
      )}
    </Stack>
  )
}
