import { maximumQuantity } from '@trellis/contract/values'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { type SearchOption, SearchSelect } from '../../ui/SearchSelect.tsx'
import { flatten, search } from '../../ui/tree.ts'
import type { Offer } from './offers.ts'
import styles from './orders.module.css'

/** Maximum number of options; typing finds the others. */
const atMost = 50

interface ProductPickerProps {
  offers: readonly Offer[]
  /** An order has only one currency; undefined while it has no lines. */
  currencyId: number | undefined
  codeOf: (currencyId: number) => string | null
  /** Text for a number of pieces; `written` is the number formatted in the reader's language. */
  piecesWord: (pieces: number, written: string) => string
  onAdd: (offer: Offer, quantity: number) => void
}

/** Finds a product by name or SKU and adds a quantity of it. With the keyboard: type, Enter, quantity, Enter. */
export function ProductPicker({ offers, currencyId, codeOf, piecesWord, onAdd }: ProductPickerProps) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const [chosen, setChosen] = useState<SearchOption | null>(null)
  const [quantity, setQuantity] = useState<number | null>(1)
  const picker = useRef<HTMLInputElement>(null)
  const amount = useRef<HTMLInputElement>(null)
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
              <span className={styles.offer}>
                <Money amount={offer.price} currency={codeOf(offer.currencyId)} precise />
                <span className={styles.hint}>{piecesWord(offer.pieces, formatNumber(offer.pieces, language))}</span>
              </span>
            ),
            disabled: isOther,
          }
        })
    },
    [offers, currencyId, codeOf, piecesWord, language, t],
  )
  const blocked = chosen === null ? t('form.chooseProduct') : quantity ? null : t('form.enterQuantity')
  const add = () => {
    const offer = offers.find(({ productId }) => productId === chosen?.value)
    if (offer === undefined || !quantity) return
    onAdd(offer, quantity)
    setChosen(null)
    setQuantity(1)
    picker.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in its fields adds the product, as in a form; forms cannot be nested
    <div
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== amount.current) return
        event.preventDefault()
        add()
      }}
    >
      <SearchSelect
        ref={picker}
        load={load}
        value={chosen}
        onChange={(option) => {
          setChosen(option)
          if (option !== null) setTimeout(() => amount.current?.select())
        }}
        label={t('product')}
        placeholder={t('form.productPlaceholder')}
        empty={t('form.noOffers')}
      />
      <NumberInput
        ref={amount}
        label={t('quantity')}
        value={quantity}
        minimum={0}
        maximum={maximumQuantity}
        onChange={setQuantity}
      />
      <ActionButton variant="default" blocked={blocked} onClick={add}>
        {t('form.add')}
      </ActionButton>
    </div>
  )
}
