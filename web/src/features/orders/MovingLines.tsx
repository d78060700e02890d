import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'

/** Maximum number of lines shown in a confirmation. */
const atMost = 8

interface MovingLinesProps {
  lines: readonly { id: string; name: string; quantity: number; href?: string | null }[]
}

/** The products and quantities of an order, for the text of a confirmation. */
export function MovingLines({ lines }: MovingLinesProps) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const left = lines.length - atMost
  return (
    <Stack as="ul" gap="xs">
      {lines.slice(0, left === 1 ? atMost + 1 : atMost).map(({ id, name, quantity, href }) => (
        <Text as="li" key={id}>
          <LinkedText names={{ product: { name, href } }}>
            {(names) => t('line', { ...names, quantity: formatNumber(quantity, language) })}
          </LinkedText>
        </Text>
      ))}
      {left > 1 && <Text as="li">{t('more', { count: left })}</Text>}
    </Stack>
  )
}
