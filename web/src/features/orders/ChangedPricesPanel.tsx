import { Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './orders.module.css'
import { Announced } from './ShortagePanel.tsx'
import type { ChangedPrice } from './useOrderWriting.ts'

interface ChangedPricesPanelProps {
  changes: readonly ChangedPrice[]
  currency: string | null
  onTake: () => void
}

/** Lists prices that changed while the order was being written, with a button to accept the new ones. */
export function ChangedPricesPanel({ changes, currency, onTake }: ChangedPricesPanelProps) {
  const { t } = useTranslation('orders')
  return (
    <Announced>
      <Panel title={t('changedPrices.title')} description={t('changedPrices.text')}>
        <div className={styles.column}>
          <div className={styles.scroll}>
            <Table aria-label={t('changedPrices.title')} className={styles.shortage}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">{t('product')}</Table.Th>
                  <Table.Th scope="col" className={styles.number}>
                    {t('changedPrices.before')}
                  </Table.Th>
                  <Table.Th scope="col" className={styles.number}>
                    {t('changedPrices.now')}
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {changes.map(({ productId, name, before, now }) => (
                  <Table.Tr key={productId}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td className={styles.number}>
                      <del>
                        <Money amount={before} currency={currency} precise />
                      </del>
                    </Table.Td>
                    <Table.Td className={styles.number}>
                      <strong>
                        <Money amount={now} currency={currency} precise />
                      </strong>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <div>
            <ActionButton variant="default" onClick={onTake}>
              {t('changedPrices.take')}
            </ActionButton>
          </div>
        </div>
      </Panel>
    </Announced>
  )
}
