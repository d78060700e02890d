import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FieldGroup } from '../../ui/form.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

export interface OfferedExtension {
  productId: string
  name: string
  sku: string
  available: number
}

interface ExtensionsProps {
  offered: readonly OfferedExtension[]
  /** Product ids of the chosen extensions. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The extensions to grant with the product: each takes one piece per seat out of the same stock. */
export function Extensions({ offered, chosen, onChange }: ExtensionsProps) {
  const { t } = useTranslation('licenses')
  const { language } = useLocale()
  return (
    <FieldGroup legend={t('extensions')} description={t('extensionsDescription')}>
      <Checkbox.Group value={[...chosen]} onChange={onChange}>
        {offered.map(({ productId, name, sku, available }) => (
          <Checkbox
            key={productId}
            value={productId}
            label={name}
            description={`${sku} · ${t('onHand', { count: available, amount: formatNumber(available, language) })}`}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
    </FieldGroup>
  )
}
