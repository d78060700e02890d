import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { maximumMoney, maximumQuantity } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { amountOfLine } from './amounts.ts'
import type { Draft, Line, LineChange } from './draft.ts'
import type { Offer } from './offers.ts'
import styles from './orders.module.css'

interface LinesProps {
  draft: Draft
  offers: ReadonlyMap<string, Offer>
  currency: string | null
  pricesOpen: boolean
  /** The account that pays these prices; by default the reader's own. */
  payerId?: string | undefined
  /** True for a sale, whose quantities are limited by the stock. */
  limited: boolean
  faultAt: (path: string) => string | undefined
  onChange: (productId: string, change: LineChange) => void
  onRemove: (productId: string) => void
}

/** The lines of the order being written. */
export function Lines(props: LinesProps) {
  const { draft, offers, currency, pricesOpen, payerId, limited, faultAt, onChange, onRemove } = props
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const mayAsk = useCan('Products', 'r')
  const explained = ({ productId, name }: Line) =>
    mayAsk && <PriceExplainer productId={productId} product={name} accountId={payerId} />
  return (
    <div className={styles.lines}>
      <div className={styles.lineHead} aria-hidden>
        <span>{t('product')}</span>
        <span>{t('quantity')}</span>
        <span>{t('price')}</span>
        <span>{t('lineTotal')}</span>
        <span />
      </div>
      <ul className={styles.lineList} aria-label={t('form.items')}>
        {draft.lines.map((line, index) => {
          const offer = offers.get(line.productId)
          const { name } = line
          const fault = faultAt(`items.${index}.productId`) ?? faultAt(`items.${index}`)
          const isShort = limited && offer !== undefined && (line.quantity ?? 0) > offer.pieces
          return (
            <li key={line.productId} className={styles.line}>
              <div className={styles.lineName}>
                <span className={styles.name}>{name}</span>
                <span className={styles.hint}>{line.sku}</span>
                {fault && (
                  <span className={styles.fault} role="alert" data-fault tabIndex={-1}>
                    {fault}
                  </span>
                )}
              </div>
              <div className={styles.lineField}>
                <span className={styles.fieldName}>{t('quantity')}</span>
                <NumberInput
                  aria-label={t('form.quantityOf', { product: name })}
                  name={`items.${index}.quantity`}
                  value={line.quantity}
                  minimum={1}
                  maximum={maximumQuantity}
                  error={faultAt(`items.${index}.quantity`)}
                  onChange={(quantity) => onChange(line.productId, { quantity })}
                />
                {isShort && (
                  <span className={styles.warning}>
                    {t('form.notEnough', {
                      count: Math.max(0, offer.pieces),
                      quantity: formatNumber(Math.max(0, offer.pieces), language),
                    })}
                  </span>
                )}
              </div>
              <div className={styles.lineField}>
                <span className={styles.fieldName}>{t('price')}</span>
                {pricesOpen ? (
                  <>
                    <NumberInput
                      aria-label={t('form.priceOf', { product: name })}
                      name={`items.${index}.price`}
                      value={line.price}
                      decimals={4}
                      maximum={maximumMoney}
                      unit={<span className={styles.hint}>{currency}</span>}
                      rightSectionWidth="3rem"
                      error={faultAt(`items.${index}.price`)}
                      onChange={(price) => onChange(line.productId, { price })}
                    />
                    {offer && (
                      <span className={styles.hint} data-differs={offer.price !== line.price || undefined}>
                        {t('listPriceIs', { price: formatMoney(offer.price, currency, language, { precise: true }) })}{' '}
                        {explained(line)}
                      </span>
                    )}
                  </>
                ) : (
                  <span className={styles.fixed}>
                    <Money amount={line.price} currency={currency} precise /> {explained(line)}
                  </span>
                )}
              </div>
              <div className={styles.lineField}>
                <span className={styles.fieldName}>{t('lineTotal')}</span>
                <span className={styles.fixed}>
                  <Money amount={amountOfLine(line, currency)} currency={currency} />
                </span>
              </div>
              <Tooltip label={t('form.remove', { product: name })}>
                <ActionIcon
                  className={styles.remove}
                  aria-label={t('form.remove', { product: name })}
                  onClick={() => onRemove(line.productId)}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
