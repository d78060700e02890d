import { Textarea, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { StockRow } from '@trellis/contract/stock'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { totalOf } from '../../app/amounts.ts'
import { isProblem } from '../../app/problem.ts'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { useKeys } from '../../ui/keys.ts'
import { Columns, Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines as SkeletonLines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChangedPricesPanel } from './ChangedPricesPanel.tsx'
import { DeliveryAddress } from './DeliveryAddress.tsx'
import { Lines } from './Lines.tsx'
import { type Offer, type Offers, useCurrencyCode } from './offers.ts'
import styles from './orders.module.css'
import { PasteLines } from './PasteLines.tsx'
import { ProductPicker } from './ProductPicker.tsx'
import { type PastedLines, readPasted } from './pasted.ts'
import { shortageOf } from './refusals.ts'
import { ShortagePanel } from './ShortagePanel.tsx'
import type { OrderWriting } from './useOrderWriting.ts'

interface OrderFormProps {
  writing: OrderWriting
  offers: Offers
  /** Whether prices can be changed; only the vendor's side may. */
  pricesOpen: boolean
  /** The account that pays these prices; by default the reader's own. */
  payerId?: string | undefined
  /** Whose delivery addresses there are to choose from; null while unknown. */
  buyerId: string | null
  /** The stock of the vendor for a sale, of the buyer for a purchase. */
  levels: ReadonlyMap<string, StockRow>
  /** The field for the buyer of a sale. */
  buyer?: ReactNode
  /** Shown above the products: where they come from. */
  about?: ReactNode
  /** Shown instead of the products until they can be chosen. */
  before?: string | undefined
  /** For a sale: opens the purchase form with the missing quantities. */
  onPurchase?: (() => void) | undefined
  /** Text for a number of pieces; `written` is the number formatted in the reader's language. */
  piecesWord: (pieces: number, written: string) => string
}

/** The order form: products with quantities and prices, totals, and texts. */
export function OrderForm(props: OrderFormProps) {
  const { writing, offers, buyerId, buyer, about, before, onPurchase } = props
  const { t } = useTranslation('orders')
  const codeOf = useCurrencyCode()
  const { draft, faults, failure } = writing
  const known = new Map(offers.offers?.map((offer) => [offer.productId, offer]))
  const currencyId = known.get(draft.lines[0]?.productId ?? '')?.currencyId
  const currency = codeOf(currencyId ?? offers.offers?.[0]?.currencyId)
  const form = useFocusOnFault(writing.asked)
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  useKeys({
    hints: [
      { keys: ['Enter'], does: t('form.keys.enter') },
      { keys: ['Ctrl Enter', '⌘ Enter'], does: t('form.keys.save') },
    ],
    run: () => false,
  })
  const shortage = shortageOf(failure, 'OC527')
  const faultAt = (path: string) => {
    const fault = faults[path]
    return fault === undefined ? undefined : t(`faults.${fault}`)
  }
  const saving = (
    <Stack gap="md">
      <Row justify="between" align="baseline">
        <Text kind="quiet">{t('total')}</Text>
        <output className={styles.totalAmount}>
          <Money amount={draft.lines.length === 0 ? null : totalOf(draft.lines, currency)} currency={currency} />
        </output>
      </Row>
      {faultAt('items') && (
        <Text as="p" kind="error" role="alert">
          {faultAt('items')}
        </Text>
      )}
      <ActionButton
        fullWidth
        loading={writing.saving}
        blocked={draft.lines.length === 0 ? t('form.addItem') : null}
        onClick={writing.save}
      >
        {t('form.save')}
      </ActionButton>
    </Stack>
  )
  return (
    <Stack
      as="form"
      ref={form}
      gap="xl"
      aria-label={t('form.label')}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
        event.preventDefault()
        if (draft.lines.length > 0) writing.save()
      }}
    >
      {shortage && <ShortagePanel shortage={shortage} note={t('shortage.nothingLost')} onPurchase={onPurchase} />}
      {writing.changedPrices.length > 0 && (
        <ChangedPricesPanel changes={writing.changedPrices} currency={currency} onTake={writing.takePrices} />
      )}
      {failure !== null && !shortage && !isProblem(failure, 'OC529', 'RQ422') && (
        <ErrorBlock error={failure} shape="line" title={t('failedToSave')} />
      )}
      <Columns rail="21rem">
        <Stack gap="xl">
          {buyer && <Panel>{buyer}</Panel>}
          <Panel title={t('form.items')} description={about}>
            {before !== undefined ? (
              <Text as="p" kind="quiet">
                {before}
              </Text>
            ) : offers.error ? (
              <ErrorBlock error={offers.error} title={t('form.offersFailed')} retry={offers.retry} shape="line" />
            ) : offers.offers === undefined ? (
              <div className={styles.products}>
                <SkeletonLines count={4} />
              </div>
            ) : offers.offers.length === 0 ? (
              <Empty title={t('form.noOffers')} />
            ) : (
              <Products {...props} offered={offers.offers} known={known} currencyId={currencyId} faultAt={faultAt} />
            )}
          </Panel>
        </Stack>
        <Panel title={t('form.details')}>
          <Stack gap="xl">
            <TextInput
              label={t('refCode')}
              description={t('form.refCodeDescription')}
              name="orderRefCode"
              maxLength={255}
              autoComplete="off"
              value={draft.orderRefCode}
              error={faultAt('orderRefCode')}
              onChange={({ currentTarget }) => writing.say({ orderRefCode: currentTarget.value })}
            />
            <Textarea
              label={t('note')}
              name="orderNote"
              rows={4}
              maxLength={2000}
              value={draft.orderNote}
              error={faultAt('orderNote')}
              onChange={({ currentTarget }) => writing.say({ orderNote: currentTarget.value })}
            />
            {buyerId !== null && (
              <DeliveryAddress
                buyerId={buyerId}
                value={draft.addressId}
                onChange={(addressId) => writing.say({ addressId })}
              />
            )}
            {!isNarrow && saving}
          </Stack>
        </Panel>
      </Columns>
      {isNarrow && (
        <div className={styles.saving}>
          <Panel>{saving}</Panel>
        </div>
      )}
    </Stack>
  )
}

/**
 * With a keyboard, the first thing typed is a product. Whoever is somewhere in the form already stays there, and on a touch
 * screen the keyboard would cover half of it.
 */
function useFocusAtStart(field: RefObject<HTMLInputElement | null>, wanted: boolean): void {
  useEffect(() => {
    const main = document.getElementById('content')
    const isElsewhere = document.activeElement === main || !main?.contains(document.activeElement)
    if (wanted && isElsewhere && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [field, wanted])
}

interface ProductsProps extends OrderFormProps {
  offered: readonly Offer[]
  known: ReadonlyMap<string, Offer>
  currencyId: number | undefined
  faultAt: (path: string) => string | undefined
}

/**
 * The lines and the ways to add them. With the keyboard: type, Enter adds the line and moves to its quantity, Enter moves
 * back for the next product.
 */
function Products(props: ProductsProps) {
  const { writing, offered, known, currencyId, pricesOpen, payerId, buyer, levels, faultAt, piecesWord } = props
  const { t } = useTranslation('orders')
  const codeOf = useCurrencyCode()
  const picker = useRef<HTMLInputElement>(null)
  useFocusAtStart(picker, buyer === undefined)
  const [paste, setPaste] = useState<{ faults: PastedLines['faults'] } | null>(null)
  const { draft } = writing
  const { list, focusLine } = useFocusOnLine(draft.lines.map(({ productId }) => productId))
  const has = new Set(draft.lines.map(({ productId }) => productId))

  const choose = (offer: Offer) => {
    if (!has.has(offer.productId)) writing.add([{ offer, quantity: 1 }])
    focusLine(offer.productId)
  }
  const read = (text: string) => {
    const { found, faults } = readPasted(text, { offers: offered, currencyId, has })
    if (found.length > 0) {
      writing.add(found)
      toast.success(t('paste.added', { count: found.length }))
    }
    setPaste(faults.length > 0 ? { faults } : null)
    if (faults.length === 0) picker.current?.focus()
  }
  const scarce = buyer
    ? []
    : offered.flatMap((offer) => {
        const { threshold = null, available = 0 } = levels.get(offer.productId) ?? {}
        if (!isBelowThreshold(available, threshold) || has.has(offer.productId)) return []
        return [{ offer, quantity: threshold - available }]
      })
  const fillUp = scarce.length > 0 && (
    <ActionButton variant="default" size="xs" onClick={() => writing.add(scarce)}>
      {t('form.fillUp', { count: scarce.length })}
    </ActionButton>
  )
  return (
    <Stack gap="xl" ref={list} className={styles.products}>
      <Row align="end" gap="md">
        <ProductPicker
          ref={picker}
          offers={offered}
          currencyId={draft.lines.length > 0 ? currencyId : undefined}
          codeOf={codeOf}
          piecesWord={piecesWord}
          onChoose={choose}
          onPaste={read}
        />
        {paste === null && (
          <ActionButton variant="default" onClick={() => setPaste({ faults: [] })}>
            {t('paste.open')}
          </ActionButton>
        )}
      </Row>
      {paste && (
        <PasteLines
          // What could not be read replaces the text in the field.
          key={paste.faults.map(({ line, text }) => `${line} ${text}`).join()}
          faults={paste.faults}
          onRead={read}
          onClose={() => setPaste(null)}
        />
      )}
      {draft.lines.length === 0 ? (
        <Empty title={t('form.nothingAdded')} action={fillUp}>
          {t('form.nothingAddedText')}
        </Empty>
      ) : (
        <Lines
          draft={draft}
          offers={known}
          currency={codeOf(currencyId)}
          pricesOpen={pricesOpen}
          payerId={payerId}
          limited={buyer !== undefined}
          levels={levels}
          faultAt={faultAt}
          onChange={writing.changeLine}
          onRemove={writing.remove}
          onEnter={(save) => (save ? writing.save() : picker.current?.focus())}
        />
      )}
      {draft.lines.length > 0 && fillUp && <Row>{fillUp}</Row>}
    </Stack>
  )
}

/** Moves the focus to the quantity of a product's line, once the line is there. */
function useFocusOnLine(productIds: readonly string[]) {
  const list = useRef<HTMLElement>(null)
  const [wanted, focusLine] = useState<string | null>(null)
  const index = wanted === null ? -1 : productIds.indexOf(wanted)
  useEffect(() => {
    if (index < 0) return
    const quantity = list.current?.querySelector<HTMLInputElement>(`[name="items.${index}.quantity"]`)
    quantity?.focus()
    quantity?.select()
    focusLine(null)
  }, [index])
  return { list, focusLine }
}

/** After a rejected save, moves the focus to the first invalid field. */
function useFocusOnFault(asked: number) {
  const form = useRef<HTMLElement>(null)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus()
  }, [asked])
  return form
}
