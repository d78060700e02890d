import { type StockRow, stockList } from '@trellis/contract/stock'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsOf } from '../../app/fields.ts'
import { useCan } from '../../app/me.ts'
import { useProductHref } from '../../app/productHref.ts'
import { isScarce } from '../../app/stockLevels.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import type { Action } from '../../ui/ActionMenu.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatNumber } from '../../ui/format.ts'
import { laterDialog } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import type { List } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ledgerHref } from './ledger.ts'
import { StockFilters } from './StockFilters.tsx'
import styles from './stock.module.css'
import { useStockBulk } from './useStockBulk.tsx'

const ThresholdDialog = laterDialog(
  () => import('./ThresholdDialog.tsx'),
  ({ row }) => row !== null,
)

interface StocksTableProps<Answer> {
  list: List<StockRow, Answer>
  accountId: string
  empty: ReactNode
  /** Entries in the menu of the list. */
  actions?: readonly Action[]
}

const field = fieldsOf(stockList)

/** The stock balances of an account with their warning thresholds; each opens its movements. */
export function StocksTable<Answer>({ list, accountId, empty, actions = [] }: StocksTableProps<Answer>) {
  const { t } = useTranslation('stock')
  const { language } = useLocale()
  const hrefOf = useProductHref()
  const mayUpdate = useCan('Stocks', 'u')
  const { selection, dialog } = useStockBulk(list.rows)
  const [edited, setEdited] = useState<StockRow | null>(null)
  const columns: Column<StockRow>[] = [
    field('productName', t('productName')),
    field('productDescription', t('description')),
    field('sku', t('sku'), {
      kind: 'code',
      card: 'line',
      href: ({ productId }) => hrefOf(productId),
    }),
    field('quantity', t('quantity'), { kind: 'number' }),
    field('available', t('available'), {
      kind: 'number',
      card: 'end',
      cell: (row) => (
        <Row as="span" gap="sm" nowrap style={{ display: 'inline-flex' }}>
          {isScarce(row) && <StatusTag tone="warning">{t('scarce')}</StatusTag>}
          {/* Only who issues goes below zero: the quantity beside it is red, and this says what it means. */}
          {row.available < 0 ? (
            <Text kind="quiet">
              {t('issued', { count: -row.available, number: formatNumber(-row.available, language) })}
            </Text>
          ) : (
            <Quantity value={row.available} />
          )}
        </Row>
      ),
    }),
    field('threshold', t('threshold'), {
      kind: 'number',
      filteredBy: 'belowThreshold',
      choices: { true: t('onlyScarce') },
      card: 'named',
      cell: (row) => {
        const shown = row.threshold === null ? t('noThreshold') : formatNumber(row.threshold, language)
        if (!mayUpdate) return shown
        return (
          <ActionButton
            variant="subtle"
            color="gray"
            size="compact-sm"
            className={row.threshold === null ? styles.unset : styles.threshold}
            label={t(row.threshold === null ? 'setThresholdOf' : 'thresholdOfIs', { sku: row.sku, threshold: shown })}
            onClick={() => setEdited(row)}
          >
            {row.threshold === null ? t('setThreshold') : shown}
          </ActionButton>
        )
      },
    }),
  ]
  return (
    <>
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ productId }) => productId}
        selection={selection}
        rowLink={ledgerHref}
        label={t('title')}
        exportAs="stocks"
        find={t('find')}
        failed={t('fetchError')}
        actions={actions}
        toolbar={<StockFilters list={list} accountId={accountId} />}
        empty={empty}
      />
      {dialog}
      <ThresholdDialog row={edited} onClose={() => setEdited(null)} />
    </>
  )
}
