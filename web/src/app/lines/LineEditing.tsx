import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { toast } from '../../ui/toast.tsx'
import { LineList, type LineListProps } from './LineList.tsx'
import styles from './lines.module.css'
import { type Addition, type Offer, type Offers, withProducts } from './lines.ts'
import { PasteLines } from './PasteLines.tsx'
import { ProductPicker } from './ProductPicker.tsx'
import { type PastedLines, readPasted } from './pasted.ts'

interface LineEditingProps<Offered extends Offer> extends LineListProps {
  offered: Offers<Offered>
  /** Shown when nothing can be added. */
  none: ReactNode
  /** Beside a product that can be added, usually its price. Keep the function stable. */
  asideOf: (offer: Offered) => ReactNode
  /** Whether the first thing typed is a product. */
  focusAtStart?: boolean
  /** Products to add at once, such as what is scarce, and the words of the button that does so. */
  more?: { found: readonly Addition[]; words: string } | undefined
}

/** Lines that are edited, once the products are there that can be added. */
export function LineEditing<Offered extends Offer>({ offered, none, ...props }: LineEditingProps<Offered>) {
  const { t } = useTranslation('lines')
  const { offers, error, retry } = offered
  if (error) return <ErrorBlock error={error} title={t('offersFailed')} retry={retry} shape="line" />
  if (offers === undefined)
    return (
      <div className={styles.products}>
        <Lines count={4} />
      </div>
    )
  return offers.length === 0 ? none : <Editing {...props} offers={offers} />
}

type EditingProps<Offered extends Offer> = Omit<LineEditingProps<Offered>, 'offered' | 'none'> & {
  offers: readonly Offered[]
}

/**
 * The lines, and the ways to add them. With the keyboard: type, Enter adds the line and moves to its quantity,
 * Enter moves back for the next product.
 */
function Editing<Offered extends Offer>(props: EditingProps<Offered>) {
  const { offers, asideOf, focusAtStart = false, more, ...list } = props
  const { lines, onChange } = list
  const { t } = useTranslation('lines')
  const picker = useRef<HTMLInputElement>(null)
  useFocusAtStart(picker, focusAtStart)
  const [paste, setPaste] = useState<{ faults: PastedLines['faults'] } | null>(null)
  const { frame, focusLine } = useFocusOnLine(lines.map(({ productId }) => productId))
  const has = new Set(lines.map(({ productId }) => productId))
  const currencyId = offers.find(({ productId }) => productId === lines[0]?.productId)?.currencyId
  const isOff = useCallback(
    (offer: Offered) => currencyId !== undefined && offer.currencyId !== currencyId,
    [currencyId],
  )
  const noteOf = useCallback((offer: Offered) => (isOff(offer) ? t('otherCurrencyHint') : null), [isOff, t])
  const add = (found: readonly Addition[]) => onChange((before) => withProducts(before, found))
  const read = (text: string) => {
    const { found, faults } = readPasted(text, { offers, currencyId, has })
    if (found.length > 0) {
      add(found)
      toast.success(t('paste.added', { count: found.length }))
    }
    setPaste(faults.length > 0 ? { faults } : null)
    if (faults.length === 0) picker.current?.focus()
  }
  const adding = more && more.found.length > 0 && (
    <ActionButton variant="default" size="xs" onClick={() => add(more.found)}>
      {more.words}
    </ActionButton>
  )
  return (
    <Stack gap="xl" ref={frame} className={styles.products}>
      <Row align="end" gap="md">
        <div
          className={styles.picker}
          onPasteCapture={(event) => {
            const text = event.clipboardData.getData('text/plain')
            if (!/[\t\n\r]/.test(text.trim())) return
            event.preventDefault()
            read(text)
          }}
        >
          <ProductPicker
            ref={picker}
            products={offers}
            asideOf={asideOf}
            noteOf={noteOf}
            isOff={isOff}
            label={t('product')}
            placeholder={t('productPlaceholder')}
            onChoose={(offer) => {
              if (!has.has(offer.productId)) add([{ offer, quantity: 1 }])
              focusLine(offer.productId)
            }}
          />
        </div>
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
      {lines.length === 0 ? (
        <Empty title={t('nothingAdded')} action={adding}>
          {t('nothingAddedText')}
        </Empty>
      ) : (
        <LineList {...list} onEnter={() => picker.current?.focus()} />
      )}
      {lines.length > 0 && adding && <Row>{adding}</Row>}
    </Stack>
  )
}

/** Whoever is somewhere in the form already stays there, and on a touch screen the keyboard would cover half of it. */
function useFocusAtStart(field: RefObject<HTMLInputElement | null>, wanted: boolean): void {
  useEffect(() => {
    const main = document.getElementById('content')
    const isElsewhere = document.activeElement === main || !main?.contains(document.activeElement)
    if (wanted && isElsewhere && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [field, wanted])
}

/** Moves the focus to the quantity of a product's line, once the line is there. */
function useFocusOnLine(productIds: readonly string[]) {
  const frame = useRef<HTMLElement>(null)
  const [wanted, focusLine] = useState<string | null>(null)
  const index = wanted === null ? -1 : productIds.indexOf(wanted)
  useEffect(() => {
    if (index < 0) return
    const quantity = frame.current?.querySelector<HTMLInputElement>(`input[name^="items.${index}."]`)
    quantity?.focus()
    quantity?.select()
    focusLine(null)
  }, [index])
  return { frame, focusLine }
}
