import { type Ref, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import type { Offer } from './offers.ts'
import styles from './orders.module.css'

/** Maximum number of options; typing finds the others. */
const atMost = 50

interface ProductPickerProps {
  ref: Ref<HTMLInputElement>
  offers: readonly Offer[]
  /** An order has only one currency; undefined while it has no lines. */
  currencyId: number | undefined
  codeOf: (currencyId: number) => string | null
  /** Text for a number of pieces; `written` is the number formatted in the reader's language. */
  piecesWord: (pieces: number, written: string) => string
  onChoose: (offer: Offer) => void
  /** Called with pasted text of several cells or lines. */
  onPaste: (text: string) => void
}

/** Finds a product by name or SKU. Choosing it adds a line; a list can be pasted here too. */
export function ProductPicker(props: ProductPickerProps) {
  const { ref, offers, currencyId, codeOf, piecesWord, onChoose, onPaste } = props
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const load = useCallback(
    async (typed: string): Promise<SearchOption[]> => {
      const leaves = flatten(offers.map(({ productId, name, sku }) => ({ id: productId, name, hint: sku })))
      const byId = new Map(offers.map((offer) => [offer.productId, offer]))
      return search(leaves, typed)
        .slice(0, atMost)
        .flatMap(({ node }) => {
          const offer = byId.get(node.id)
          if (offer === undefined) return []
          const isOther = currencyId !== undefined && offer.currencyId !== currencyId
          return {
            value: offer.productId,
            label: offer.name,
            hint: isOther ? `${offer.sku} · ${t('form.otherCurrencyHint')}` : offer.sku,
            aside: (
              <Stack as="span" gap="none" align="end">
                <Money amount={offer.price} currency={codeOf(offer.currencyId)} precise />
                <Text kind="small">{piecesWord(offer.pieces, formatNumber(offer.pieces, language))}</Text>
              </Stack>
            ),
            disabled: isOther,
          }
        })
    },
    [offers, currencyId, codeOf, piecesWord, language, t],
  )
  return (
    <div
      className={styles.picker}
      onPasteCapture={(event) => {
        const text = event.clipboardData.getData('text/plain')
        if (!/[\t\n\r]/.test(text.trim())) return
        event.preventDefault()
        onPaste(text)
      }}
    >
      <SearchSelect
        ref={ref}
        load={load}
        value={null}
        onChange={(option) => {
          const offer = offers.find(({ productId }) => productId === option?.value)
          if (offer) onChoose(offer)
        }}
        label={t('product')}
        placeholder={t('form.productPlaceholder')}
        empty={t('form.noOffers')}
      />
    </div>
  )
}
