import { Table } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import type { Shortage } from '@trellis/contract/orders'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import styles from './orders.module.css'

interface ShortagePanelProps {
  shortage: readonly Shortage[]
  /** What happened to the order. */
  note: string
  /** Opens the purchase form with the missing quantities; absent when the reader may not purchase. */
  onPurchase?: (() => void) | undefined
}

/** Lists the products that are short, with the missing quantities. */
export function ShortagePanel({ shortage, note, onPurchase }: ShortagePanelProps) {
  const { t } = useTranslation('orders')
  return (
    <Announced>
      <Panel
        tone="danger"
        title={t('shortage.title')}
        description={note}
        actions={
          onPurchase && (
            <ActionButton
              variant="default"
              leftSection={<IconShoppingCartPlus size={16} aria-hidden />}
              onClick={onPurchase}
            >
              {t('shortage.purchase')}
            </ActionButton>
          )
        }
      >
        <ShortageTable shortage={shortage} label={t('shortage.title')} />
      </Panel>
    </Announced>
  )
}

export function ShortageTable({ shortage, label }: { shortage: readonly Shortage[]; label: string }) {
  const { t } = useTranslation('orders')
  return (
    <div className={styles.scroll}>
      <Table aria-label={label} className={styles.shortage}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('product')}</Table.Th>
            <Table.Th scope="col" className={styles.number} data-extra>
              {t('shortage.wanted')}
            </Table.Th>
            <Table.Th scope="col" className={styles.number} data-extra>
              {t('shortage.available')}
            </Table.Th>
            <Table.Th scope="col" className={styles.number}>
              {t('shortage.missing')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shortage.map(({ productId, productName, sku, quantity, available, missing }) => (
            <Table.Tr key={productId}>
              <Table.Td>
                <span className={styles.lineName}>
                  {productName}
                  <span className={styles.hint}>{sku}</span>
                </span>
              </Table.Td>
              <Table.Td className={styles.number} data-extra>
                <Quantity value={quantity} />
              </Table.Td>
              <Table.Td className={styles.number} data-extra>
                <Quantity value={available} />
              </Table.Td>
              <Table.Td className={styles.number}>
                <strong>
                  <Quantity value={missing} />
                </strong>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
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
