import { Switch } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Deal } from '@trellis/contract/deal-answers'
import { type DealStatus, dealStatuses } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatDay, formatPercentage } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Block } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { statusBeside, withMoves } from './board.ts'
import { DealsFrame } from './DealsFrame.tsx'
import styles from './deals.module.css'
import { DealStatusTag } from './tags.tsx'
import { useMoves } from './useMoves.ts'
import { useWhyNot } from './useWhyNot.ts'
import { worthOf } from './worth.ts'

const Route = getRouteApi('/_frame/deals/board')

/** The most cards of a column; the list has the others. */
const mostCards = 50

const columnOf = (status: DealStatus, includeChildren: boolean) =>
  queryOf(deals.search, {
    body: {
      limit: mostCards,
      includeChildren,
      filterBy: [{ field: 'status', values: [status] }],
      sortBy: [{ field: 'creationDate', direction: 'desc' }],
    },
  })

/** Deals by status. A card is moved by dragging it, with Shift and the arrow keys, or with its menu. */
export function BoardPage() {
  const { t } = useTranslation('deals')
  const { mine } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isMineOnly = mine === 'true'
  const [dragged, setDragged] = useState<Deal | null>(null)
  const [target, setTarget] = useState<DealStatus | null>(null)
  const board = useRef<HTMLElement>(null)
  const focusAfter = useFocusOnCard(board)
  const queries = useQueries({ queries: dealStatuses.map((status) => columnOf(status, !isMineOnly)) })
  const failed = queries.find(({ data, error }) => data === undefined && error !== null)
  const isLoading = queries.some(({ data }) => data === undefined)
  const { moves, move } = useMoves(focusAfter)
  const columns = withMoves(
    dealStatuses.map((status, index) => ({ status, items: [], count: 0, ...queries[index]?.data })),
    moves,
  )
  const drop = (status: DealStatus) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged) move(dragged, status)
    setDragged(null)
    setTarget(null)
  }
  return (
    <DealsFrame view="board">
      <Row as="search" justify="between" aria-label={t('board.filters')}>
        <Text kind="small">{t('board.help')}</Text>
        <Switch
          label={t('onlyMine')}
          checked={isMineOnly}
          onChange={() => void navigate({ search: isMineOnly ? {} : { mine: 'true' }, resetScroll: false })}
        />
      </Row>
      {failed ? (
        <Panel>
          <ErrorBlock error={failed.error} title={t('fetchError')} retry={() => void failed.refetch()} />
        </Panel>
      ) : isLoading ? (
        <Block height="24rem" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable with the keyboard
        <section className={styles.board} ref={board} tabIndex={0} aria-label={t('views.board')}>
          {columns.map(({ status, items, count }) => (
            <section
              key={status}
              className={styles.column}
              data-status={status}
              aria-labelledby={`column-${status}`}
              data-target={(target === status && dragged?.status !== status) || undefined}
              onDragOver={(event) => {
                event.preventDefault()
                setTarget(status)
              }}
              onDrop={drop(status)}
            >
              <Row justify="between">
                <h2 id={`column-${status}`} style={{ margin: 0, font: 'inherit' }}>
                  <DealStatusTag status={status} />
                </h2>
                <Text kind="small">{t('board.count', { count })}</Text>
              </Row>
              {count === items.length && <SumOf items={items} />}
              <Stack as="ul" gap="sm" data-places>
                {items.map((deal) => (
                  <Card
                    key={deal.dealId}
                    deal={deal}
                    isDragged={dragged?.dealId === deal.dealId}
                    onMove={move}
                    onDrag={setDragged}
                  />
                ))}
              </Stack>
              {items.length === 0 && <Text kind="small">{t('board.none')}</Text>}
              {count > items.length && (
                <InternalLink href={`/deals?status=${status}`}>{t('board.all', { count })}</InternalLink>
              )}
            </section>
          ))}
        </section>
      )}
    </DealsFrame>
  )
}

/** The amount of the cards of a column that is shown whole, where they are in one currency. */
function SumOf({ items }: { items: readonly Deal[] }) {
  const [first] = items
  if (first === undefined || items.some(({ currencyId }) => currencyId !== first.currencyId)) return null
  const amount = items.reduce((sum, deal) => sum + worthOf(deal), 0)
  return (
    <Text kind="small">
      <Money amount={amount} currency={first.currencyCode} compact />
    </Text>
  )
}

interface CardProps {
  deal: Deal
  isDragged: boolean
  onMove: (deal: Deal, to: DealStatus) => void
  onDrag: (deal: Deal | null) => void
}

function Card({ deal, isDragged, onMove, onDrag }: CardProps) {
  const { t } = useTranslation('deals')
  const locale = useLocale()
  const blocked = useWhyNot()(deal, 'update')
  const hrefOf = useAccountHref()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    const next = statusBeside(deal.status, event.key === 'ArrowLeft' ? -1 : 1)
    if (next !== null) onMove(deal, next)
  }
  return (
    <li
      className={styles.card}
      data-card={deal.dealId}
      data-dragged={isDragged || undefined}
      draggable={blocked === null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', deal.code)
        onDrag(deal)
      }}
      onDragEnd={() => onDrag(null)}
      onKeyDown={onKeyDown}
    >
      <Stack gap="xs">
        <Row justify="between" align="start" nowrap>
          <EntityLink href={`/deals/${deal.dealId}`}>{deal.prospect.name}</EntityLink>
          <ActionMenu
            label={t('board.moveOf', { code: deal.code })}
            actions={dealStatuses
              .filter((status) => status !== deal.status)
              .map((status) => ({
                label: t('board.moveTo', { status: t(`status.${status}`) }),
                onClick: () => onMove(deal, status),
                blocked,
              }))}
          />
        </Row>
        <Row justify="between">
          <Text kind="strong">
            <Money amount={worthOf(deal)} currency={deal.currencyCode} />
          </Text>
          <Text kind="small">{formatPercentage(deal.chanceOfClosure / 100, locale.language)}</Text>
        </Row>
        <Text kind="small" style={{ whiteSpace: 'nowrap' }}>
          {deal.code}
        </Text>
        <Text kind="small">
          <EntityLink href={hrefOf(deal.vendor.accountId)}>{deal.vendor.accountName}</EntityLink>
        </Text>
        {deal.estimatedCloseDate && (
          <Text kind="small">{t('board.closes', { day: formatDay(new Date(deal.estimatedCloseDate), locale) })}</Text>
        )}
        {deal.isExpired && (
          <span>
            <StatusTag tone="error">{t('expired')}</StatusTag>
          </span>
        )}
      </Stack>
    </li>
  )
}

/** Moves the focus to a card once it is in its new column. */
function useFocusOnCard(board: { current: HTMLElement | null }) {
  const wanted = useRef<{ dealId: string; to: DealStatus } | null>(null)
  useEffect(() => {
    if (wanted.current === null) return
    const { dealId, to } = wanted.current
    const link = board.current?.querySelector<HTMLElement>(
      `[data-status="${to}"] [data-card="${CSS.escape(dealId)}"] a`,
    )
    if (link === null || link === undefined) return
    wanted.current = null
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (card: { dealId: string; to: DealStatus }) => {
    wanted.current = card
  }
}
