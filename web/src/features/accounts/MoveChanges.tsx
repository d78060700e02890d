import type { MovePreview as Preview } from '@trellis/contract/network'
import { useTranslation } from 'react-i18next'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Things } from './WayList.tsx'

/** Shows what a move changes: the accounts that move, who can see them, and what they pay; or why it is not allowed. */
export function MoveChanges({ preview, onFollow }: { preview: Preview; onFollow: () => void }) {
  const { t } = useTranslation('accounts')
  const why = preview.blocked.move
  return (
    <Stack gap="sm">
      {why !== null && (
        <Stack gap="sm" align="start">
          <StatusTag tone="error">{t('move.refused')}</StatusTag>
          <Text kind="quiet">
            {preview.misplacement === null ? t('move.pendingText') : t(`refused.${preview.misplacement}`)}
          </Text>
          <Things
            title={t('move.pending', { count: preview.pendingOrders })}
            count={preview.pendingOrders}
            things={preview.orders.map(({ orderId, orderCode }) => ({
              key: orderId,
              shown: (
                <EntityLink href={`/sell-out/${orderId}`} onFollow={onFollow}>
                  {orderCode}
                </EntityLink>
              ),
            }))}
          />
        </Stack>
      )}
      <Text as="h3" kind="strong">
        {t('move.preview')}
      </Text>
      <Changes preview={preview} />
    </Stack>
  )
}

function Changes({ preview }: { preview: Preview }) {
  const { t } = useTranslation('accounts')
  const names = (accounts: Preview['losing']) => accounts.map(({ name }) => name).join(', ') || t('move.nobody')
  const changed = preview.priceLists.filter(({ before, after }) => before?.id !== after?.id)
  const lineOf = ({ before, after, accounts: count }: Preview['priceLists'][number]) => {
    const none = t('move.noPriceList')
    return t('move.priceListLine', { before: before?.name ?? none, after: after?.name ?? none, count })
  }
  return (
    <Facts>
      <Fact label={t('move.who')} wide>
        {t('move.accounts', { count: preview.accounts })}, {t('move.users', { count: preview.users })}
      </Fact>
      <Fact label={t('move.losing')}>{names(preview.losing)}</Fact>
      <Fact label={t('move.gaining')}>{names(preview.gaining)}</Fact>
      <Fact label={t('move.records')}>
        {[
          t('move.bought', { count: preview.ordersBought }),
          t('move.sold', { count: preview.ordersSold }),
          t('move.licenses', { count: preview.licenses }),
        ].join('\n')}
      </Fact>
      <Fact label={t('move.priceLists')} wide>
        {changed.map(lineOf).join('\n') || t('move.samePriceLists')}
      </Fact>
    </Facts>
  )
}
