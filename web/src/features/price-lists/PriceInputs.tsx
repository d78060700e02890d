import { useTranslation } from 'react-i18next'
import { formatMoney, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { percentBelow } from '../../ui/money.ts'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { type DiscountKind, faultOf, type PriceDraft, type Priced, withDiscount, withPrice } from './discount.ts'
import styles from './price-lists.module.css'

/** Bounds wide enough that no input is rounded: too many decimals are an error. */
const asTyped = { decimals: 12, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }

interface InputProps {
  /** The product's name for the accessible label, because the table context is not visible to screen readers. */
  product: string
  priced: Priced
  currency: string | null
  draft: PriceDraft
  onChange: (draft: PriceDraft) => void
  /** Whether to show errors; not while the user is still typing. */
  faulty: boolean
}

/** The discount as a percentage or an amount; changing it computes the price. */
export function DiscountInput({ product, priced, currency, draft, onChange, faulty }: InputProps) {
  const { t } = useTranslation('priceLists')
  const fault = faulty ? faultOf(draft, priced) : null
  const isHere = fault !== null && draft.discount !== null && draft.price === null
  return (
    <span className={styles.discount}>
      <NumberInput
        {...asTyped}
        aria-label={t('price.discountOf', { product })}
        value={draft.discount}
        disabled={priced.msrp === null && draft.discount === null}
        error={isHere ? t(`faults.${fault}`) : undefined}
        onChange={(discount) => onChange(withDiscount(discount, draft.kind, priced))}
      />
      <select
        className={styles.kind}
        aria-label={t('price.kindOf', { product })}
        value={draft.kind}
        disabled={priced.msrp === null}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as DiscountKind
          onChange(draft.discount === null ? { ...draft, kind } : withDiscount(draft.discount, kind, priced))
        }}
      >
        <option value="percentage">%</option>
        <option value="amount">{currency ?? '–'}</option>
      </select>
    </span>
  )
}

interface PriceInputProps extends InputProps {
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>
  cell?: string
  /** True for the first field of a dialog, which gets the focus. */
  first?: boolean
  ref?: React.Ref<HTMLInputElement>
}

/** The price; typing one makes it a fixed price. */
export function PriceInput(props: PriceInputProps) {
  const { product, priced, currency, draft, onChange, faulty, onKeyDown, cell, first = false, ref } = props
  const { t } = useTranslation('priceLists')
  const fault = faulty ? faultOf(draft, priced) : null
  const isHere = fault !== null && (draft.discount === null || draft.price !== null)
  return (
    <NumberInput
      {...asTyped}
      {...(ref && { ref })}
      aria-label={t('price.priceOf', { product })}
      data-cell={cell}
      data-autofocus={first || undefined}
      value={draft.price}
      unit={<span className={styles.hint}>{currency}</span>}
      rightSectionWidth="3rem"
      error={isHere ? t(`faults.${fault}`) : undefined}
      onChange={(price) => onChange(withPrice(price, draft))}
      {...(onKeyDown && { onKeyDown })}
    />
  )
}

interface AgainstMsrpProps {
  priced: Priced
  draft: PriceDraft
  msrp: number
  msrpCurrency: string | null
}

/** The MSRP, and the difference of the price to it. */
export function AgainstMsrp({ priced, draft, msrp, msrpCurrency }: AgainstMsrpProps) {
  const { t } = useTranslation('priceLists')
  const { language } = useLocale()
  return (
    <span className={styles.against}>
      <span className={styles.fieldName}>{t('price.msrp')}</span>
      {formatMoney(msrp, msrpCurrency, language, { precise: true })}
      <span className={styles.hint}>
        {priced.msrp === null
          ? t('price.otherCurrency', { currency: msrpCurrency ?? '' })
          : draft.price !== null &&
            faultOf(draft, priced) === null && <Distance msrp={priced.msrp} price={draft.price} />}
      </span>
    </span>
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
