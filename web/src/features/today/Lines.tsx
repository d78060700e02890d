import { useTranslation } from 'react-i18next'
import { useProductHref } from '../../app/productHref.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import styles from './today.module.css'

/** So many lines fit beside the queue; the record has the others. */
export const mostLines = 6

interface Line {
  id: string
  productId: string
  name: string
  quantity: number
  price: number | null
}

/** Products, pieces and prices of a record. */
export function Lines({ lines, currency }: { lines: readonly Line[]; currency: string | null }) {
  const { t } = useTranslation('today')
  const hrefOf = useProductHref()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('pane.product')}</th>
          <th scope="col">{t('pane.pieces')}</th>
          <th scope="col">{t('pane.price')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.slice(0, mostLines).map(({ id, productId, name, quantity, price }) => (
          <tr key={id}>
            <td>
              <EntityLink href={hrefOf(productId)}>{name}</EntityLink>
            </td>
            <td>
              <Quantity value={quantity} />
            </td>
            <td>
              <Money amount={price} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      {lines.length > mostLines && <caption>{t('pane.more', { count: lines.length - mostLines })}</caption>}
    </table>
  )
}
