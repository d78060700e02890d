import type { MovePreview } from '@trellis/contract/network'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import styles from './accounts.module.css'
import { Things } from './WayList.tsx'

type Preview = z.output<typeof MovePreview>

/** Shows what a move changes: the accounts that move, who can see them, and what they pay; or why it is not allowed. */
export function MoveChanges({ preview, onFollow }: { preview: Preview; onFollow: () => void }) {
  const { t } = useTranslation('accounts')
  const why = preview.blocked.move
  return (
    <>
      {why !== null && (
        <div className={styles.refused}>
          <StatusTag tone="error">{t('move.refused')}</StatusTag>
          <p className={styles.text}>
            {preview.misplacement === null ? t('move.pendingText') : t(`refused.${preview.misplacement}`)}
          </p>
          <Things
            title={t('move.pending', { count: preview.pendingOrders })}
            count={preview.pendingOrders}
            things={preview.orders.map(({ orderId, orderCode }) => ({
              key: orderId,
              shown: (
                <InternalLink href={`/sell-out/${orderId}`} onClick={onFollow} className={styles.link}>
                  {orderCode}
                </InternalLink>
              ),
            }))}
          />
        </div>
      )}
      <h3 className={styles.wayTitle}>{t('move.preview')}</h3>
      <Changes preview={preview} />
    </>
  )
}

function Changes({ preview }: { preview: Preview }) {
  const { t } = useTranslation('accounts')
  const names = (accounts: Preview['losing']) => accounts.map(({ name }) => name).join(', ') || t('move.nobody')
  const changed = preview.priceLists.filter(({ before, after }) => before?.id !== after?.id)
  return (
    <DefinitionList
      items={[
        {
          term: t('move.who'),
          value: `${t('move.accounts', { count: preview.accounts })}, ${t('move.users', { count: preview.users })}`,
          wide: true,
        },
        { term: t('move.losing'), value: names(preview.losing) },
        { term: t('move.gaining'), value: names(preview.gaining) },
        {
          term: t('move.records'),
          value: [
            t('move.bought', { count: preview.ordersBought }),
            t('move.sold', { count: preview.ordersSold }),
            t('move.licenses', { count: preview.licenses }),
          ].join('\n'),
        },
        {
          term: t('move.priceLists'),
          value:
            changed.length === 0
              ? t('move.samePriceLists')
              : changed
                  .map(({ before, after, accounts }) =>
                    t('move.priceListLine', {
                      before: before?.name ?? t('move.noPriceList'),
                      after: after?.name ?? t('move.noPriceList'),
                      count: accounts,
                    }),
                  )
                  .join('\n'),
          wide: true,
        },
      ]}
    />
  )
}
