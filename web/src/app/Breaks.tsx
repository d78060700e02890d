import type { QuantityBreak } from '@trellis/contract/quantity-breaks'
import { formatMoney, formatNumber } from '../ui/format.ts'
import { Text } from '../ui/layout.tsx'
import { useLocale } from '../ui/locale.tsx'

interface BreaksProps {
  breaks: readonly QuantityBreak[]
  currency: string | null | undefined
  /** A break in words, from the texts of the screen. */
  words: (from: string, price: string) => string
}

/** The quantity breaks of a price, one under the other. */
export function Breaks({ breaks, currency, words }: BreaksProps) {
  const { language } = useLocale()
  return breaks.map(({ from, price }) => (
    <Text as="div" kind="small" key={from} style={{ whiteSpace: 'nowrap' }}>
      {words(formatNumber(from, language), formatMoney(price, currency, language, { precise: true }))}
    </Text>
  ))
}
