import { useTranslation } from 'react-i18next'
import { FirstStep } from '../../app/first-steps/FirstStep.tsx'
import type { ZodForm } from '../../ui/form.tsx'
import type { Choice } from '../../ui/SelectField.tsx'
import type { ProductInput, ProductOutput } from './productDraft.ts'

interface ProductExampleProps {
  form: ZodForm<ProductInput, ProductOutput>
  subscriptions: readonly Choice[]
}

/** As one of the first steps, the form of a new product offers an example: a license of a year. */
export function ProductExample({ form, subscriptions: [first] }: ProductExampleProps) {
  const { t } = useTranslation(['products', 'productForm'])
  const fill = () =>
    form.reset(
      {
        ...form.getValues(),
        ...{
          sku: 'EXAMPLE-1Y',
          name: t('productForm:exampleName'),
          description: t('productForm:exampleText'),
          priceMsrp: 120,
        },
        ...{ isLicense: true, licensePrefix: 'EXMP', licenseActivationRule: 'activation' },
        ...{ licenseDurationYears: 1, maintenanceDurationYears: 1, subscriptionId: Number(first?.value) },
      },
      { keepDefaultValues: true },
    )
  return <FirstStep step="product" onExample={first && fill} />
}
