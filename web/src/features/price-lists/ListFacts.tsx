import { useQuery } from '@tanstack/react-query'
import type { PriceList } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fact, Facts, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import styles from './price-lists.module.css'

/** Maximum number of accounts shown by name; the others are only counted. */
const named = 8

/** The three facts of a list: whose it is, how much it sells, and in which currency. */
export function ListFigures({ list }: { list: PriceList | undefined }) {
  const { t } = useTranslation('priceLists')
  return (
    <Facts form="figures" loading={list === undefined}>
      <Fact label={t('products')}>{list && <Quantity value={list.productCount} />}</Fact>
      <Fact label={t('currency')}>{list?.currencyCode}</Fact>
      <Fact label={t('owner')}>
        {list?.accountName === null ? (
          t('ownerAbove')
        ) : (
          <EntityLink href={`/accounts/${list?.accountId}`}>{list?.accountName}</EntityLink>
        )}
      </Fact>
    </Facts>
  )
}

/** Who made the list, and the accounts that it is assigned to. */
export function ListFacts({ id, list }: { id: string; list: PriceList | undefined }) {
  const { t } = useTranslation('priceLists')
  return (
    <Panel title={t('detail.facts')}>
      <Facts form="rows" loading={list === undefined}>
        <Fact label={t('creationDate')}>{list && <DateTime value={list.creationDate} />}</Fact>
        <Fact label={t('createdBy')}>{list?.createdBy}</Fact>
        {list?.accountName !== null && (
          <Fact label={t('detail.usedBy')} wide>
            <UsedBy id={id} />
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function UsedBy({ id }: { id: string }) {
  const { t } = useTranslation('priceLists')
  const { data, error, refetch } = useQuery(queryOf(pricing.uses, { params: { id } }))
  if (data === undefined) {
    return error === null ? (
      <Line width="40%" />
    ) : (
      <ErrorBlock error={error} shape="line" retry={() => void refetch()} />
    )
  }
  const others = data.accountCount - Math.min(named, data.accounts.length)
  return (
    <Stack gap="none">
      <span>
        {data.accountCount === 0 && t('detail.nobody')}
        {data.accounts.slice(0, named).map((account, index) => (
          <span key={account.id}>
            {index > 0 && ', '}
            <InternalLink href={`/accounts/${account.id}/pricelist`} className={styles.link}>
              {account.name}
            </InternalLink>
            {account.canPropagate && ` ${t('detail.propagates')}`}
          </span>
        ))}
        {others > 0 && ` ${t('detail.andMore', { count: others })}`}
      </span>
      {data.served > data.accountCount && <Text kind="small">{t('detail.serves', { count: data.served })}</Text>}
      {data.orders > 0 && <Text kind="small">{t('detail.orders', { count: data.orders })}</Text>}
    </Stack>
  )
}
