import { useNavigate } from '@tanstack/react-router'
import type { Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { ExternalIdsField } from '../../app/ExternalIdsField.tsx'
import { useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FieldRow, Form, FormActions, useZodForm, type ZodForm } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { MultiSelectField } from '../../ui/MultiSelectField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useProductChoices } from './choices.ts'
import { LicenseFields } from './LicenseFields.tsx'
import { ProductExample } from './ProductExample.tsx'
import { ProductPicker } from './ProductPicker.tsx'
import { ProductFields, type ProductInput, type ProductOutput } from './productDraft.ts'
import { SaleFields } from './SaleFields.tsx'

interface ProductEditorProps {
  label: string
  start: ProductInput
  /** The product to edit; absent for a new one. */
  product?: Product
  submit: string
  /** The URL that cancelling leads to. */
  back: string
  /** Saves the product and returns the URL to go to. */
  save: (draft: ProductInput) => Promise<string>
}

/** The complete form of a product, for creating and editing. */
export function ProductEditor({ label, start, product, submit, back, save }: ProductEditorProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const navigate = useNavigate()
  const { isSuperAdmin } = useMe()
  const form = useZodForm(ProductFields, start)
  const choices = useProductChoices()
  const isUpgrade = form.watch('isLicense') && form.watch('islicenseUpgradeRight')
  return (
    <Form
      form={form}
      label={label}
      onSubmit={async (draft) => {
        try {
          const next = await save(draft)
          form.reset(form.getValues())
          await navigate(targetOf(next))
        } catch (error) {
          throw isProblem(error, 'PD409') ? skuTaken : error
        }
      }}
    >
      {product === undefined && <ProductExample form={form} subscriptions={choices.subscriptions} />}
      {choices.failures.map(({ title, error, retry }) => (
        <ErrorBlock key={title} shape="line" title={title} error={error} retry={retry} />
      ))}
      <Panel title={t('productForm:identity')}>
        <Stack>
          <FieldRow>
            <TextField control={form.control} name="sku" label={t('sku')} maximum={64} required autoFocus />
            <TextField control={form.control} name="oemSku" label={t('oemSku')} maximum={64} />
          </FieldRow>
          <TextField control={form.control} name="name" label={t('name')} required />
          <OtherIds form={form} />
          <TextAreaField control={form.control} name="description" label={t('productDescription')} maximum={2000} />
          <FieldRow>
            <SelectField
              control={form.control}
              name="type"
              label={t('type')}
              placeholder={t('productForm:noType')}
              options={choices.types}
            />
            <SelectField
              control={form.control}
              name="environmentType"
              label={t('environmentType')}
              required
              options={[
                { value: 1, label: t('environment.cloud') },
                { value: 2, label: t('environment.onPremise') },
              ]}
            />
          </FieldRow>
          <SwitchField
            control={form.control}
            name="airServerRequired"
            label={t('airServerRequired')}
            description={t('productForm:airServerText')}
          />
        </Stack>
      </Panel>
      <Panel title={t('productForm:sale')}>
        <SaleFields form={form} currencies={choices.currencies} product={product} />
      </Panel>
      <Panel title={t('license')}>
        <LicenseFields form={form} subscriptions={choices.subscriptions} />
      </Panel>
      <Panel title={t('relations')}>
        <Stack>
          <ProductPicker
            control={form.control}
            name="extendedProductId"
            label={t('extendedProduct')}
            description={isUpgrade ? t('productForm:extendedUpgradeText') : t('productForm:extendedText')}
            required={isUpgrade}
            except={product?.productId}
          />
          <ProductPicker
            control={form.control}
            name="originalProductId"
            label={t('originalProduct')}
            description={t('productForm:originalText')}
            except={product?.productId}
          />
          <MultiSelectField
            control={form.control}
            name="tenants"
            label={t('tenants')}
            description={isSuperAdmin ? t('productForm:tenantsText') : t('productForm:tenantsOnlyAdmin')}
            disabled={!isSuperAdmin}
            options={choices.tenants}
          />
        </Stack>
      </Panel>
      <FormActions submit={submit} onCancel={() => navigate({ to: back as '/' })} />
    </Form>
  )
}

function OtherIds({ form: { control } }: { form: ZodForm<ProductInput, ProductOutput> }) {
  const { t } = useTranslation('products')
  return (
    <ExternalIdsField
      control={control}
      name="externalIds"
      label={t('externalIds')}
      description={t('externalIdsText')}
    />
  )
}

/** Shown at the field of the SKU. */
const skuTaken = { info: { issues: [{ path: ['sku'], code: 'custom', message: 'sku_taken' }] } }
