import { Button } from '@mantine/core'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type RenewalFigures, type RenewalWindow, renewals } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { callWith } from '../../../app/calls.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { FiguresTable } from '../../../ui/FiguresTable.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Quantity } from '../../../ui/Quantity.tsx'
import { Lines } from '../../../ui/Skeletons.tsx'
import { Tile, Tiles } from '../../../ui/Tile.tsx'
import styles from './renewals.module.css'

const accountsOfPage = 5

const figuresQuery = (window: RenewalWindow, includeChildren: boolean) => {
  const body = { window, includeChildren, limit: accountsOfPage }
  return infiniteQueryOptions({
    queryKey: [renewals.figures.path, body],
    queryFn: ({ pageParam, signal }) => callWith(renewals.figures, { body: { ...body, page: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ count }, pages) => (pages.length * accountsOfPage < count ? pages.length + 1 : undefined),
  })
}

interface ByAccountProps {
  window: RenewalWindow
  includeChildren: boolean
  /** Shows only the keys of the account with this name. */
  onChoose: (accountName: string) => void
}

/** Figures of the keys that end in a window of time: in total and by account. */
export function ByAccount({ window, includeChildren, onChoose }: ByAccountProps) {
  const { t } = useTranslation('renewals')
  const query = useInfiniteQuery(figuresQuery(window, includeChildren))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const figures = data?.pages[0]
  const accounts = data?.pages.flatMap(({ items }) => items) ?? []
  if (data === undefined && error !== null)
    return <ErrorBlock error={error} title={t('figures.fetchError')} retry={() => void refetch()} />
  return (
    <Stack inOrder>
      <Figures figures={figures} />
      <Panel title={t('figures.byAccount')}>
        {figures === undefined ? (
          <Lines count={4} />
        ) : accounts.length === 0 ? (
          <Empty title={t('figures.none')} />
        ) : (
          <Stack>
            <FiguresTable
              label={t('figures.byAccount')}
              heads={[t('owner'), t('figures.keys'), t('figures.seats'), t('value')]}
              rows={accounts.map(({ ownerAccount: { accountId, accountName }, ...row }) => ({
                id: accountId,
                cells: [
                  <Button
                    key="account"
                    variant="subtle"
                    size="compact-sm"
                    px={0}
                    className={styles.account ?? ''}
                    aria-label={t('figures.show', { account: accountName })}
                    onClick={() => onChoose(accountName)}
                  >
                    {accountName}
                  </Button>,
                  <Quantity key="keys" value={row.keys} />,
                  <Quantity key="seats" value={row.seats} />,
                  <Money
                    key="value"
                    amount={row.currencyCode === null ? null : row.value}
                    currency={row.currencyCode}
                  />,
                ],
              }))}
            />
            {hasNextPage && (
              <Row justify="center">
                <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('figures.more')}
                </Button>
              </Row>
            )}
          </Stack>
        )}
      </Panel>
    </Stack>
  )
}

function Figures({ figures }: { figures: RenewalFigures | undefined }) {
  const { t } = useTranslation('renewals')
  const [first, ...others] = figures?.total ?? []
  return (
    <Tiles>
      <Tile
        label={t('figures.value')}
        loading={figures === undefined}
        value={<Money amount={first?.amount} currency={first?.currencyCode} />}
        hint={others.map(({ currencyCode, amount }) => (
          <span key={currencyCode}>
            + <Money amount={amount} currency={currencyCode} />{' '}
          </span>
        ))}
      />
      <Tile
        label={t('figures.keys')}
        loading={figures === undefined}
        value={<Quantity value={figures?.keys} />}
        hint={figures && figures.unpriced > 0 ? t('figures.unpriced', { count: figures.unpriced }) : ''}
      />
      <Tile label={t('figures.seats')} loading={figures === undefined} value={<Quantity value={figures?.seats} />} />
      <Tile label={t('figures.accounts')} loading={figures === undefined} value={<Quantity value={figures?.count} />} />
    </Tiles>
  )
}
