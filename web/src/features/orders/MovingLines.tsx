import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'

/** Maximum number of lines shown in a confirmation. */
const atMost = 8

/** The products and quantities of an order, for the text of a confirmation. */
export function MovingLines({ lines }: { lines: readonly { id: string; name: string; quantity: number }[] }) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const left = lines.length - atMost
  return (
    <Stack as="ul" gap="xs">
      {lines.slice(0, left === 1 ? atMost + 1 : atMost).map(({ id, name, quantity }) => (
        <Text as="li" key={id}>
          {t('line', { quantity: formatNumber(quantity, language), product: name })}
        </Text>
      ))}
      {left > 1 && <Text as="li">{t('more', { count: left })}</Text>}
    </Stack>
  )
}
