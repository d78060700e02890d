import { Button } from '@mantine/core'
import { IconChecks, IconShoppingCart } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orders } from '@trellis/contract/orders'
import { type TodayItem, type TodayKind, today, todayKinds, type Urgency } from '@trellis/contract/today'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { undoHeld } from '../../app/held.ts'
import { useCan, useMe } from '../../app/me.ts'
import { useAccountHref } from '../../app/network.ts'
import { queryOf } from '../../app/queries.ts'
import { useDecisionStates } from '../../app/useHeldWrite.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatNumber } from '../../ui/format.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { useDecisionRows } from '../../ui/useDecisionRows.ts'
import { heightOfLastTime, rememberHeight } from './height.ts'
import styles from './today.module.css'
import { type Desk, decisionOf, hrefOf, listOf, nextOf, purchaseOf, timeOf } from './today.ts'

const tones: Record<Urgency, Tone> = {
  overdue: 'error',
  today: 'warning',
  week: 'warning',
  asked: 'info',
  later: 'neutral',
}

/** What needs the reader, most urgent first: each record once, decided in place or opened. */
export function Today({ desk }: { desk: Desk }) {
  const { t } = useTranslation('today')
  const [kind, setKind] = useState<TodayKind | null>(null)
  const { data, error, refetch } = useQuery({
    ...queryOf(today.list, { query: kind === null ? {} : { kind, limit: 50 } }),
    placeholderData: keepPreviousData,
  })
  const kinds = todayKinds.flatMap((each) => data?.kinds.filter((of) => of.kind === each) ?? [])
  const { userId } = useMe()
  const kept = useKeptHeight(data === undefined && error === null, userId)
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (data !== undefined && kind === null && rows.current) rememberHeight(userId, rows.current.offsetHeight)
  }, [data, kind, userId])
  const panel = (
    // Its head grows by the filters when the rows come: as another element it moves nothing.
    <Panel
      key={data === undefined ? 'outline' : 'needs'}
      title={t('title')}
      flush
      actions={data && data.count > 0 && <Kinds kinds={kinds} count={data.count} kind={kind} onChange={setKind} />}
    >
      {data === undefined ? (
        <div style={{ paddingBlock: '1rem' }}>
          {error === null ? (
            <Lines count={12} />
          ) : (
            <ErrorBlock error={error} title={t('failed')} retry={() => void refetch()} />
          )}
        </div>
      ) : (
        <div>
          {data.items.length === 0 ? (
            <Nothing />
          ) : (
            <Items
              items={data.items}
              count={kinds.find((each) => each.kind === kind)?.count ?? data.count}
              kind={kind}
              desk={desk}
            />
          )}
        </div>
      )}
    </Panel>
  )
  return (
    <div
      className={kept === null ? undefined : styles.kept}
      style={kept === null ? undefined : { height: kept }}
      data-kept={kept === null ? undefined : true}
    >
      <div ref={rows}>{panel}</div>
    </div>
  )
}

/** How long the figures below wait for the height of this block, in milliseconds; then it keeps that of last time. */
const patience = 400

/** Null until the block is still loading after the patience; from then on the same height, so that nothing moves when the rows come. */
function useKeptHeight(isLoading: boolean, userId: string): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setHeight(heightOfLastTime(userId)), patience)
    return () => clearTimeout(timer)
  }, [isLoading, userId])
  return height
}

interface KindsProps {
  kinds: readonly { kind: TodayKind; count: number }[]
  count: number
  kind: TodayKind | null
  onChange: (kind: TodayKind | null) => void
}

function Kinds({ kinds, count, kind, onChange }: KindsProps) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const chip = (of: TodayKind | null, words: string, number: number) => (
    <Button
      key={of ?? 'all'}
      size="compact-sm"
      variant={of === kind ? 'filled' : 'default'}
      aria-pressed={of === kind}
      onClick={() => onChange(of)}
    >
      {`${words} ${formatNumber(number, language)}`}
    </Button>
  )
  return (
    <Row gap="xs" role="group" aria-label={t('filters')}>
      {chip(null, t('all'), count)}
      {kinds.map((each) => chip(each.kind, t(`kinds.${each.kind}`), each.count))}
    </Row>
  )
}

/** Nothing waits; on the first day of an account, which has not bought anything yet, what comes next. */
function Nothing() {
  const { t } = useTranslation('today')
  const me = useMe()
  const next = nextOf(me)
  const mayOrder = useCan('Orders', 'c') && next !== null && !me.account.isRoot
  const bought = useQuery({ ...queryOf(orders.sellIn, { body: { page: 1, limit: 1 } }), enabled: mayOrder })
  if (mayOrder && bought.isLoading) return <Lines count={6} />
  if (bought.data?.count === 0) {
    return (
      <Empty
        title={t('first')}
        icon={IconShoppingCart}
        action={<LinkButton href="/sell-in/create">{t('order')}</LinkButton>}
      >
        {t('firstText')}
      </Empty>
    )
  }
  return (
    <Empty
      title={t('empty')}
      icon={IconChecks}
      action={
        next && (
          <LinkButton variant="default" size="xs" href={next.href}>
            {t(next.text)}
          </LinkButton>
        )
      }
    >
      {t('emptyText')}
    </Empty>
  )
}

const recordOf = ({ recordId }: TodayItem) => recordId

interface ItemsProps {
  items: readonly TodayItem[]
  count: number
  kind: TodayKind | null
  desk: Desk
}

function Items({ items, count, kind, desk }: ItemsProps) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const own = useMe().account.accountId
  const states = useDecisionStates()
  const { list, rowProps } = useDecisionRows(items, recordOf, (item, key) => {
    if (key === 'z') undoHeld()
    else {
      if (desk.busy || item.blocked.decide !== null || states.get(decisionOf(item)) !== undefined) return false
      const acts = desk.actsOn(item)
      const act = key === 'a' ? acts[0] : key === 'r' ? acts.find(({ does }) => does === 'refuse') : undefined
      if (act === undefined) return false
      act.run()
    }
    return true
  })
  const href = kind && listOf(kind, own)
  return (
    <>
      <Stack as="ol" gap="none" ref={list} aria-label={t('title')} data-places>
        {items.map((item, at) => (
          <li
            key={item.recordId}
            className={styles.row}
            data-need={item.kind}
            aria-label={t('row', { kind: t(`one.${item.kind}`), code: item.code })}
            {...rowProps(item, at)}
          >
            <Need item={item} desk={desk} own={own} />
          </li>
        ))}
      </Stack>
      <Row gap="md" style={{ paddingBlock: '0.625rem' }}>
        {href && <InternalLink href={href}>{t('list', { number: formatNumber(count, language) })}</InternalLink>}
        {kind === null && count > items.length && (
          <Text kind="small">{t('more', { count: count - items.length })}</Text>
        )}
        <Text kind="small" className={styles.keys}>
          {t('keys')}
        </Text>
      </Row>
    </>
  )
}

function Need({ item, desk, own }: { item: TodayItem; desk: Desk; own: string }) {
  const { t } = useTranslation(['today', 'errors'])
  const { language } = useLocale()
  const accountHref = useAccountHref()
  const { kind, urgency, code, name, account, also, amount, itemsTotal, currencyCode, isMaintenance, seats } = item
  const time = timeOf(item, Date.now())
  const number = (value: number | null) => formatNumber(value ?? 0, language)
  const blocked = item.blocked.decide && t(`errors:${item.blocked.decide as 'RQ403'}`)
  return (
    <>
      <Row gap="sm">
        <StatusTag tone={tones[urgency]}>{isMaintenance ? t('maintenance') : t(`one.${kind}`)}</StatusTag>
        {time && <Text kind="small">{'count' in time ? t(time.key, { count: time.count }) : t(time.key)}</Text>}
      </Row>
      <Stack gap="none">
        <Row gap="sm" align="baseline">
          <EntityLink href={hrefOf(item, own)}>{code || t(`one.${kind}`)}</EntityLink>
          {name && <Text>{name}</Text>}
        </Row>
        {account && account.accountName !== name && (
          <Text kind="small" className={styles.account}>
            <EntityLink href={accountHref(account.accountId)}>{account.accountName}</EntityLink>
          </Text>
        )}
        {also.length > 0 && (
          <Text kind="small">{t('also', { kinds: also.map((each) => t(`one.${each}`)).join(', ') })}</Text>
        )}
      </Stack>
      <div className={styles.amount}>
        {amount !== null && currencyCode !== null && <Money amount={amount} currency={currencyCode} />}
        {itemsTotal !== null && currencyCode !== null && (
          <Text kind="small">
            {' '}
            {t('instead')} <Money amount={itemsTotal} currency={currencyCode} />
          </Text>
        )}
        {kind === 'stock' && (
          <Text>
            {(item.available ?? 0) <= 0
              ? t('none')
              : t('left', { available: number(item.available), threshold: number(item.threshold) })}
          </Text>
        )}
        {seats !== null && <Text kind="small">{t('seats', { count: seats })}</Text>}
      </div>
      <Row gap="xs" className={styles.acts}>
        {kind === 'stock' ? (
          <LinkButton size="xs" variant="default" href={purchaseOf(item)}>
            {t('actions.purchase')}
          </LinkButton>
        ) : (
          <HeldActs decision={decisionOf(item)} code={code}>
            {desk.actsOn(item).map(({ does, run }, at) => (
              <ActionButton
                key={does}
                size="xs"
                variant={at === 0 ? 'light' : 'default'}
                blocked={blocked}
                disabled={desk.busy}
                label={`${t(`actions.${does}`)} ${code}`}
                onClick={run}
              >
                {t(`actions.${does}`)}
              </ActionButton>
            ))}
          </HeldActs>
        )}
      </Row>
    </>
  )
}
