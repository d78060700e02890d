import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
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
      <Panel
        title={t('changedPrices.title')}
        description={t('changedPrices.text')}
        actions={
          <ActionButton variant="default" onClick={onTake}>
            {t('changedPrices.take')}
          </ActionButton>
        }
      >
        <FiguresTable
          label={t('changedPrices.title')}
          heads={[t('product'), t('changedPrices.before'), t('changedPrices.now')]}
          rows={changes.map(({ productId, name, before, now }) => ({
            id: productId,
            cells: [
              name,
              <del key="before">
                <Money amount={before} currency={currency} precise />
              </del>,
              <strong key="now">
                <Money amount={now} currency={currency} precise />
              </strong>,
            ],
          }))}
        />
      </Panel>
    </Announced>
  )
}
