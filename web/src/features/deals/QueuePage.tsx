import { IconChecks } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { QueuedDecision } from '@trellis/contract/deal-answers'
import { type DecisionKind, decisionKinds } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { undoHeld } from '../../app/held.ts'
import type { RowIdentity } from '../../app/live/merge.ts'
import { useLiveRows } from '../../app/live/rows.ts'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { useDecisionStates } from '../../app/useHeldWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatPercentage } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import type { LiveRows } from '../../ui/list.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { NoPermission } from '../../ui/NoPermission.tsx'
import { businessNow } from '../../ui/now.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { NewRows } from '../../ui/table/NewRows.tsx'
import { useDecisionRows } from '../../ui/useDecisionRows.ts'
import { DealsFrame, useIsManager } from './DealsFrame.tsx'
import styles from './deals.module.css'
import { ReviewPromise } from './ReviewPromise.tsx'
import { isPast, spanSince } from './time.ts'
import { type Decisions, decisionKey, useDecisions } from './useDecisions.tsx'

const Route = getRouteApi('/_frame/deals/waiting')

const most = 50

const keyOf = ({ deal, kind }: QueuedDecision) => decisionKey(deal.dealId, kind)

/** A deal can wait for several decisions. */
const identity: RowIdentity = {
  key: (row) => keyOf(row as QueuedDecision),
  record: (row) => (row as QueuedDecision).deal.dealId,
}

/** What waits for the reader's decision, oldest first, decided in place with a button or one key. */
export function QueuePage() {
  const { t } = useTranslation('deals')
  const { kind, nearest } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isManager = useIsManager()
  const chosen = decisionKinds.find((each) => each === kind)
  const isNearest = nearest === 'true'
  const query = {
    limit: most,
    ...(chosen && { kind: chosen }),
    ...(isNearest && { nearestOnly: 'true' as const }),
  }
  const queue = queryOf(deals.queue, { query })
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...queue,
    enabled: isManager,
    placeholderData: keepPreviousData,
  })
  const live = useLiveRows(queue.queryKey, dataUpdatedAt, identity)
  const change = (next: { kind?: string; nearest?: string }) => {
    const search = Object.fromEntries(Object.entries({ kind, nearest, ...next }).filter(([, value]) => value))
    void navigate({ search, resetScroll: false })
  }
  return (
    <DealsFrame view="waiting">
      {!isManager ? (
        <NoPermission>{t('queue.noPermission')}</NoPermission>
      ) : (
        <>
          <Row as="search" style={{ gap: '0.75rem 1.25rem' }} aria-label={t('board.filters')}>
            <NativeSelect
              tall
              aria-label={t('queue.kind')}
              value={chosen ?? ''}
              onChange={(value) => change({ kind: value })}
            >
              <option value="">{t('queue.all')}</option>
              {decisionKinds.map((each) => (
                <option key={each} value={each}>
                  {t(`queue.kinds.${each}`)}
                </option>
              ))}
            </NativeSelect>
            <Switch
              label={t('queue.nearest')}
              checked={isNearest}
              onChange={() => change({ nearest: isNearest ? '' : 'true' })}
            />
            <ReviewPromise />
          </Row>
          {data === undefined ? (
            <Panel>
              {error === null ? (
                <Lines count={8} />
              ) : (
                <ErrorBlock error={error} title={t('queue.fetchError')} retry={() => void refetch()} />
              )}
            </Panel>
          ) : data.items.length === 0 ? (
            <Panel>
              <Empty title={t('queue.empty')} icon={IconChecks}>
                {t('queue.emptyText')}
              </Empty>
            </Panel>
          ) : (
            <>
              {data.overdue > 0 && (
                <Row>
                  <StatusTag tone="error">{t('queue.overdue', { count: data.overdue })}</StatusTag>
                </Row>
              )}
              <Queue items={data.items} count={data.count} live={live} />
            </>
          )}
        </>
      )}
    </DealsFrame>
  )
}

interface Way {
  approve: (decisions: Decisions, item: QueuedDecision) => void
  refuse: (decisions: Decisions, item: QueuedDecision) => void
}

const ways: Record<DecisionKind, Way> = {
  protection: {
    approve: ({ protect }, { deal }) => protect(deal),
    refuse: ({ refuse }, { deal }) => refuse(deal, 'Refused'),
  },
  ebid: {
    approve: ({ approveBid }, { deal }) => approveBid(deal, 'asAsked'),
    refuse: ({ refuseBid }, { deal }) => refuseBid(deal),
  },
  extension: {
    approve: ({ extend }, { deal }) => extend(deal, true),
    refuse: ({ extend }, { deal }) => extend(deal, false),
  },
}

interface QueueProps {
  items: readonly QueuedDecision[]
  count: number
  live: LiveRows | undefined
}

function Queue({ items, count, live }: QueueProps) {
  const { t } = useTranslation('deals')
  const decisions = useDecisions('queue')
  const states = useDecisionStates()
  const isGone = (item: QueuedDecision) => live?.markOf(item) === 'gone'
  const stateOf = (item: QueuedDecision) => states.get(keyOf(item))
  const decide = (item: QueuedDecision, key: string) => {
    if (key === 'u') undoHeld()
    else if (decisions.busy || stateOf(item) !== undefined || isGone(item)) return false
    else if (key === 'a') ways[item.kind].approve(decisions, item)
    else if (key === 'r') ways[item.kind].refuse(decisions, item)
    else if (key === 'd' && item.kind === 'protection') decisions.refuse(item.deal, 'Duplicated')
    else return false
    return true
  }
  const { list, rowProps } = useDecisionRows(items, { keyOf, decide, stateOf })
  return (
    <Stack gap="sm">
      <Panel flush>
        <Stack gap="none">
          <NewRows live={live} />
          <Stack as="ol" gap="none" ref={list} aria-label={t('views.waiting')}>
            {items.map((item) => (
              <li
                key={keyOf(item)}
                className={styles.queued}
                data-queued={keyOf(item)}
                data-live={live?.markOf(item)}
                aria-label={t('queue.row', { code: item.deal.code, kind: t(`queue.kinds.${item.kind}`) })}
                {...rowProps(item)}
              >
                <Waiting item={item} decisions={decisions} isGone={isGone(item)} />
              </li>
            ))}
          </Stack>
        </Stack>
      </Panel>
      <Text kind="small">
        {count > items.length && `${t('queue.more', { count: count - items.length })} `}
        {t('queue.keys')}
      </Text>
      {decisions.dialogs}
    </Stack>
  )
}

interface WaitingProps {
  item: QueuedDecision
  decisions: Decisions
  /** Somebody else decided it, or it was withdrawn. */
  isGone: boolean
}

function Waiting({ item, decisions, isGone }: WaitingProps) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const hrefOf = useAccountHref()
  const { deal, kind, since, due, reason } = item
  const now = new Date(businessNow())
  const waited = spanSince(since, now)
  const isLate = isPast(due, now)
  const isBid = kind === 'ebid'
  /** The name says which deal it decides on: the rows have the same buttons. */
  const button = (words: string, onClick: () => void, isFirst = false) => (
    <ActionButton
      size="xs"
      variant={isFirst ? 'light' : 'default'}
      label={`${words} ${deal.code}`}
      loading={isFirst && decisions.busy}
      blocked={isGone ? t('queue.gone') : null}
      onClick={onClick}
    >
      {words}
    </ActionButton>
  )
  return (
    <div className={styles.waiting}>
      <Stack gap="xs">
        <Row gap="sm">
          <StatusTag tone={isLate ? 'error' : 'warning'}>{t(`queue.kinds.${kind}`)}</StatusTag>
          <Text {...(isLate ? { className: styles.ended } : { kind: 'small' })}>
            {t(`queue.waited.${waited.unit}`, { count: waited.count })}
            {isLate && ` · ${t('queue.late')}`}
          </Text>
        </Row>
        <Row gap="sm" align="baseline">
          <EntityLink href={`/deals/${deal.dealId}`}>{deal.prospect.name}</EntityLink>
          <Text kind="small">{deal.code}</Text>
          {/* The name may become a link of this height when the network is loaded. */}
          <Row as="span" align="baseline" gap="xs">
            <Text kind="small">{t('queue.of')}</Text>
            <Text kind="small" className={styles.of}>
              <EntityLink href={hrefOf(deal.vendor.accountId)}>{deal.vendor.accountName}</EntityLink>
            </Text>
          </Row>
        </Row>
        {reason && <Text kind="quiet">{t('standing.asked', { reason })}</Text>}
      </Stack>
      <Stack gap="none" className={styles.amount}>
        <Text kind="strong">
          <Money amount={isBid ? deal.eBidValue : deal.itemsTotal} currency={deal.currencyCode} />
        </Text>
        {isBid && deal.itemsTotal > 0 && (
          <Text kind="small">
            {t('queue.insteadOf')} <Money amount={deal.itemsTotal} currency={deal.currencyCode} /> (
            {formatPercentage(deal.eBidValue / deal.itemsTotal - 1, language)})
          </Text>
        )}
      </Stack>
      <Row gap="xs">
        <HeldActs decision={keyOf(item)} code={deal.code}>
          {button(
            t(isBid ? 'queue.approveBid' : kind === 'extension' ? 'queue.extend' : 'queue.approve'),
            () => ways[kind].approve(decisions, item),
            true,
          )}
          {isBid && button(t('queue.otherAmount'), () => decisions.approveBid(deal, 'chosen'))}
          {kind === 'protection' && button(t('decide.Duplicated.open'), () => decisions.refuse(deal, 'Duplicated'))}
          {button(t('queue.refuse'), () => ways[kind].refuse(decisions, item))}
        </HeldActs>
      </Row>
    </div>
  )
}
