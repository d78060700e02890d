import { ActionIcon, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { StockRow } from '@trellis/contract/stock'
import { maximumMoney, maximumQuantity } from '@trellis/contract/values'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { amountOfLine } from '../../app/amounts.ts'
import { useCan } from '../../app/me.ts'
import { PriceExplainer } from '../../app/PriceExplainer.tsx'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
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
  /** The stock of the vendor for a sale, of the buyer for a purchase. */
  levels: ReadonlyMap<string, StockRow>
  faultAt: (path: string) => string | undefined
  onChange: (productId: string, change: LineChange) => void
  onRemove: (productId: string) => void
  /** Enter in a field: on to the next product. With Ctrl or ⌘: save. */
  onEnter: (save: boolean) => void
}

/** The lines of the order being written. */
export function Lines(props: LinesProps) {
  const { draft, offers, currency, pricesOpen, payerId, limited, faultAt, onChange, onRemove, onEnter } = props
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const mayAsk = useCan('Products', 'r')
  const warningOf = useWarning(limited, props.levels)
  const explained = ({ productId, name }: Line) =>
    mayAsk && <PriceExplainer productId={productId} product={name} accountId={payerId} />
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter(event.ctrlKey || event.metaKey)
  }
  return (
    <div>
      <div className={`${styles.line} ${styles.lineHead}`} aria-hidden>
        <Text kind="small">{t('product')}</Text>
        <Text kind="small">{t('quantity')}</Text>
        <Text kind="small">{t('price')}</Text>
        <Text kind="small">{t('lineTotal')}</Text>
      </div>
      <Stack as="ul" gap="none" aria-label={t('form.items')}>
        {draft.lines.map((line, index) => {
          const offer = offers.get(line.productId)
          const { name } = line
          const fault = faultAt(`items.${index}.productId`) ?? faultAt(`items.${index}`)
          const warning = warningOf(line, offer)
          return (
            <li key={line.productId} className={styles.line}>
              <Stack gap="none">
                <Text kind="strong">{name}</Text>
                <Text kind="small">{line.sku}</Text>
                {fault && (
                  <Text kind="error" role="alert" data-fault tabIndex={-1}>
                    {fault}
                  </Text>
                )}
              </Stack>
              <div>
                <Text kind="small" className={styles.fieldName}>
                  {t('quantity')}
                </Text>
                <NumberInput
                  aria-label={t('form.quantityOf', { product: name })}
                  name={`items.${index}.quantity`}
                  value={line.quantity}
                  minimum={1}
                  maximum={maximumQuantity}
                  error={faultAt(`items.${index}.quantity`)}
                  onChange={(quantity) => onChange(line.productId, { quantity })}
                  onKeyDown={onKeyDown}
                />
                {warning && (
                  <Text kind="small" className={styles.warning}>
                    {warning}
                  </Text>
                )}
              </div>
              <div>
                <Text kind="small" className={styles.fieldName}>
                  {t('price')}
                </Text>
                {pricesOpen ? (
                  <>
                    <NumberInput
                      aria-label={t('form.priceOf', { product: name })}
                      name={`items.${index}.price`}
                      value={line.price}
                      decimals={4}
                      maximum={maximumMoney}
                      unit={<Text kind="small">{currency}</Text>}
                      rightSectionWidth="3rem"
                      error={faultAt(`items.${index}.price`)}
                      onChange={(price) => onChange(line.productId, { price })}
                      onKeyDown={onKeyDown}
                    />
                    {offer && (
                      <Text {...(offer.price === line.price && { kind: 'small' })}>
                        {t('listPriceIs', { price: formatMoney(offer.price, currency, language, { precise: true }) })}{' '}
                        {explained(line)}
                      </Text>
                    )}
                  </>
                ) : (
                  <Text>
                    <Money amount={line.price} currency={currency} precise /> {explained(line)}
                  </Text>
                )}
              </div>
              <div>
                <Text kind="small" className={styles.fieldName}>
                  {t('lineTotal')}
                </Text>
                <Text>
                  <Money amount={amountOfLine(line, currency)} currency={currency} />
                </Text>
              </div>
              <Tooltip label={t('form.remove', { product: name })}>
                <ActionIcon aria-label={t('form.remove', { product: name })} onClick={() => onRemove(line.productId)}>
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          )
        })}
      </Stack>
    </div>
  )
}

/** A sale that is short, or leaves less than the warning threshold; a purchase of what has become scarce (rules S6). */
function useWarning(limited: boolean, levels: ReadonlyMap<string, StockRow>) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const number = (value: number) => formatNumber(value, language)
  return ({ productId, quantity }: Line, offer: Offer | undefined): string | null => {
    const { available, threshold = null } = levels.get(productId) ?? {}
    if (limited && offer !== undefined && (quantity ?? 0) > offer.pieces) {
      const pieces = Math.max(0, offer.pieces)
      return t('form.notEnough', { count: pieces, quantity: number(pieces) })
    }
    const left = (available ?? 0) - (limited ? (quantity ?? 0) : 0)
    if (available === undefined || !isBelowThreshold(left, threshold)) return null
    const values = { count: left, left: number(left), threshold: number(threshold) }
    return limited ? t('form.leavesBelow', values) : t('form.isBelow', values)
  }
}
