import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines as SkeletonLines } from '../../ui/Skeletons.tsx'
import { totalOf } from './amounts.ts'
import { ChangedPricesPanel } from './ChangedPricesPanel.tsx'
import { DeliveryAddress } from './DeliveryAddress.tsx'
import { Lines } from './Lines.tsx'
import { type Offers, useCurrencyCode } from './offers.ts'
import styles from './orders.module.css'
import { ProductPicker } from './ProductPicker.tsx'
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
  const { writing, offers, pricesOpen, payerId, buyerId, buyer, about, before, onPurchase, piecesWord } = props
  const { t } = useTranslation('orders')
  const codeOf = useCurrencyCode()
  const { draft, faults, failure } = writing
  const known = new Map(offers.offers?.map((offer) => [offer.productId, offer]))
  const currencyId = known.get(draft.lines[0]?.productId ?? '')?.currencyId
  const currency = codeOf(currencyId ?? offers.offers?.[0]?.currencyId)
  const form = useFocusOnFault(writing.asked)
  const shortage = shortageOf(failure, 'OC527')
  const faultAt = (path: string) => {
    const fault = faults[path]
    return fault === undefined ? undefined : t(`faults.${fault}`)
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('form.label')}
      className={styles.form}
      onSubmit={(event) => event.preventDefault()}
    >
      {shortage && <ShortagePanel shortage={shortage} note={t('shortage.nothingLost')} onPurchase={onPurchase} />}
      {writing.changedPrices.length > 0 && (
        <ChangedPricesPanel changes={writing.changedPrices} currency={currency} onTake={writing.takePrices} />
      )}
      {failure !== null && !shortage && !isProblem(failure, 'OC529', 'RQ422') && (
        <ErrorBlock error={failure} shape="line" title={t('failedToSave')} />
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {buyer && <Panel>{buyer}</Panel>}
          <Panel title={t('form.items')} description={about}>
            {before !== undefined ? (
              <p className={styles.quiet}>{before}</p>
            ) : offers.error ? (
              <ErrorBlock error={offers.error} title={t('form.offersFailed')} retry={offers.retry} shape="line" />
            ) : offers.offers === undefined ? (
              <SkeletonLines count={4} />
            ) : offers.offers.length === 0 ? (
              <Empty title={t('form.noOffers')} />
            ) : (
              <div className={styles.column}>
                <ProductPicker
                  offers={offers.offers}
                  currencyId={draft.lines.length > 0 ? currencyId : undefined}
                  codeOf={codeOf}
                  piecesWord={piecesWord}
                  onAdd={writing.add}
                />
                {draft.lines.length === 0 ? (
                  <Empty title={t('form.nothingAdded')}>{t('form.nothingAddedText')}</Empty>
                ) : (
                  <Lines
                    draft={draft}
                    offers={known}
                    currency={currency}
                    pricesOpen={pricesOpen}
                    payerId={payerId}
                    limited={buyer !== undefined}
                    faultAt={faultAt}
                    onChange={writing.changeLine}
                    onRemove={writing.remove}
                  />
                )}
              </div>
            )}
          </Panel>
        </div>
        <div className={styles.aside}>
          <Panel title={t('form.details')}>
            <div className={styles.column}>
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
              <div className={styles.total}>
                <span>{t('total')}</span>
                <output className={styles.totalAmount}>
                  <Money
                    amount={draft.lines.length === 0 ? null : totalOf(draft.lines, currency)}
                    currency={currency}
                  />
                </output>
              </div>
              {faultAt('items') && (
                <p role="alert" className={styles.fault}>
                  {faultAt('items')}
                </p>
              )}
              <ActionButton
                fullWidth
                loading={writing.saving}
                blocked={draft.lines.length === 0 ? t('form.addItem') : null}
                onClick={writing.save}
              >
                {t('form.save')}
              </ActionButton>
            </div>
          </Panel>
        </div>
      </div>
    </form>
  )
}

/** After a rejected save, moves the focus to the first invalid field. */
function useFocusOnFault(asked: number) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]')?.focus()
  }, [asked])
  return form
}
