import { IconShoppingCartPlus } from '@tabler/icons-react'
import type { Shortage } from '@trellis/contract/order-approvals'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useProductHref } from '../../app/productHref.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { FiguresTable, ProductCell } from '../../ui/FiguresTable.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import styles from './orders.module.css'

interface ShortagePanelProps {
  shortage: readonly Shortage[]
  /** What happened to the order. */
  note: string
  /** Opens the purchase form with the missing quantities; absent when the reader may not purchase. */
  onPurchase?: (() => void) | undefined
  /** A second way on. */
  action?: ReactNode
}

/** Lists the products that are short, with the missing quantities. */
export function ShortagePanel({ shortage, note, onPurchase, action }: ShortagePanelProps) {
  const { t } = useTranslation('orders')
  return (
    <Announced>
      <Panel
        tone="danger"
        title={t('shortage.title')}
        description={note}
        actions={
          <>
            {action}
            {onPurchase && (
              <ActionButton
                variant="default"
                leftSection={<IconShoppingCartPlus size={16} aria-hidden />}
                onClick={onPurchase}
              >
                {t('shortage.purchase')}
              </ActionButton>
            )}
          </>
        }
      >
        <ShortageTable shortage={shortage} label={t('shortage.title')} />
      </Panel>
    </Announced>
  )
}

export function ShortageTable({ shortage, label }: { shortage: readonly Shortage[]; label: string }) {
  const { t } = useTranslation('orders')
  const hrefOf = useProductHref()
  return (
    <FiguresTable
      label={label}
      heads={[t('product'), t('shortage.wanted'), t('shortage.available'), t('shortage.missing')]}
      rows={shortage.map(({ productId, productName, sku, quantity, available, missing }) => ({
        id: productId,
        cells: [
          <ProductCell key="product" name={productName} sku={sku} href={hrefOf(productId)} />,
          <Quantity key="quantity" value={quantity} />,
          <Quantity key="available" value={available} />,
          <strong key="missing">
            <Quantity value={missing} />
          </strong>,
        ],
      }))}
    />
  )
}

/** A new error: announces it to screen readers, moves the focus to it and scrolls it into view. */
export function Announced({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={element} role="alert" tabIndex={-1} className={styles.announced}>
      {children}
    </div>
  )
}
