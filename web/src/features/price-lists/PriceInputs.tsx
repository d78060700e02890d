import { useTranslation } from 'react-i18next'
import { formatPercentage } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { percentBelow } from '../../ui/money.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { type DiscountKind, faultOf, type PriceDraft, type Priced, withDiscount, withPrice } from './discount.ts'
import styles from './price-lists.module.css'

/** Bounds wide enough that no input is rounded: too many decimals are an error. */
export const asTyped = { decimals: 12, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

export interface InputProps {
  /** The product's name for the accessible label, because the table context is not visible to screen readers. */
  product: string
  /** The product's id. */
  line: string
  priced: Priced
  currency: string | null
  draft: PriceDraft
  onChange: (draft: PriceDraft) => void
  /** Whether to show errors; not while the user is still typing. */
  faulty: boolean
}

/** The error of the draft if it belongs to the discount (`discount`) or to the price. */
function useFault({ draft, priced, faulty }: InputProps, of: 'discount' | 'price'): string | undefined {
  const { t } = useTranslation('priceLists')
  const fault = faulty ? faultOf(draft, priced) : null
  const isDiscount = draft.discount !== null && draft.price === null
  // The fields of the breaks say what is wrong with them.
  if (fault === 'breaks') return undefined
  return fault !== null && isDiscount === (of === 'discount') ? t(`faults.${fault}`) : undefined
}

/** The discount as a percentage or an amount; changing it computes the price. */
export function DiscountInput(props: InputProps) {
  const { product, line, priced, currency, draft, onChange } = props
  const { t } = useTranslation('priceLists')
  const error = useFault(props, 'discount')
  const discounted = (discount: number | null, kind: DiscountKind) => ({
    ...withDiscount(discount, kind, priced),
    breaks: draft.breaks,
  })
  return (
    <Row nowrap gap="xs" align="start" style={{ display: 'inline-flex', width: '11rem', maxWidth: '100%' }}>
      <NumberInput
        {...asTyped}
        flex={1}
        aria-label={t('price.discountOf', { product })}
        data-line={line}
        data-cell="discount"
        value={draft.discount}
        disabled={priced.msrp === null && draft.discount === null}
        error={error}
        onChange={(discount) => onChange(discounted(discount, draft.kind))}
      />
      <select
        className={styles.kind}
        aria-label={t('price.kindOf', { product })}
        data-line={line}
        value={draft.kind}
        disabled={priced.msrp === null}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as DiscountKind
          onChange(draft.discount === null ? { ...draft, kind } : discounted(draft.discount, kind))
        }}
      >
        <option value="percentage">%</option>
        <option value="amount">{currency ?? '–'}</option>
      </select>
    </Row>
  )
}

/** The price; typing one makes it a fixed price. `first` gets the focus when its dialog opens. */
export function PriceInput({ first, ...props }: InputProps & { first: boolean }) {
  const { product, line, currency, draft, onChange } = props
  const { t } = useTranslation('priceLists')
  const error = useFault(props, 'price')
  return (
    <NumberInput
      {...asTyped}
      w="10rem"
      maw="100%"
      display="inline-block"
      aria-label={t('price.priceOf', { product })}
      data-line={line}
      data-cell="price"
      data-autofocus={first || undefined}
      value={draft.price}
      unit={<Text kind="small">{currency}</Text>}
      rightSectionWidth="3rem"
      error={error}
      onChange={(price) => onChange(withPrice(price, draft))}
    />
  )
}

interface AgainstMsrpProps {
  priced: Priced
  draft: PriceDraft | null
  msrp: number
  msrpCurrency: string | null
}

/** The MSRP, and the difference of the price to it. */
export function AgainstMsrp({ priced, draft, msrp, msrpCurrency }: AgainstMsrpProps) {
  const { t } = useTranslation('priceLists')
  const price = draft?.price ?? null
  return (
    <Stack gap="none">
      <Money amount={msrp} currency={msrpCurrency} precise />
      <Text kind="small" style={priced.msrp === null ? {} : { whiteSpace: 'nowrap' }}>
        {priced.msrp === null
          ? t('price.otherCurrency', { currency: msrpCurrency ?? '' })
          : draft !== null &&
            price !== null &&
            faultOf(draft, priced) === null && <Distance msrp={priced.msrp} price={price} />}
      </Text>
    </Stack>
  )
}

/** The difference in words: "12 % below the MSRP". */
function Distance({ msrp, price }: { msrp: number; price: number }) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  const below = percentBelow(msrp, price)
  if (below === null) return null
  if (below === 0) return t('price.atMsrp')
  const share = formatPercentage(Math.abs(below) / 100, language)
  return t(below > 0 ? 'price.belowMsrp' : 'price.aboveMsrp', { share })
}
