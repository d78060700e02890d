import type { TodayItem } from '@trellis/contract/today'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Fact, Facts, Text } from '../../ui/layout.tsx'
import { Quantity } from '../../ui/Quantity.tsx'

/** Short stock, a certificate, an invitation or an import: the row has all that there is to know. */
export function Plain({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const hrefOf = useAccountHref()
  const { kind, account, since, due, available, threshold } = item
  return (
    <>
      <Facts form="rows">
        {account && (
          <Fact label={t('pane.account')}>
            <EntityLink href={hrefOf(account.accountId)}>{account.accountName}</EntityLink>
          </Fact>
        )}
        {since && (
          <Fact label={t('pane.since')}>
            <DateTime value={since} />
          </Fact>
        )}
        {due && kind !== 'stock' && (
          <Fact label={t('pane.ends')}>
            <DateTime value={due} dateOnly />
          </Fact>
        )}
        {available !== null && (
          <Fact label={t('pane.available')}>
            <Quantity value={available} />
          </Fact>
        )}
        {threshold !== null && (
          <Fact label={t('pane.threshold')}>
            <Quantity value={threshold} />
          </Fact>
        )}
      </Facts>
      <Text as="p" kind="quiet">
        {t(`about.${kind as 'stock'}`)}
      </Text>
    </>
  )
}
