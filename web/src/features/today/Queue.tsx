import { type Today, type TodayItem, type TodayKind, todayKinds } from '@trellis/contract/today'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { Button } from '../../ui/Button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { useMediaQuery } from '../../ui/useMediaQuery.ts'
import { AwaitedOwn } from './Awaited.tsx'
import { Pane } from './Pane.tsx'
import { firstOf, groupsOf, room } from './queue.ts'
import { Rows } from './Rows.tsx'
import styles from './today.module.css'
import { type Desk, listOf } from './today.ts'
import { useQueue } from './useQueue.ts'

// Most readers have more to decide than there is room for it.
const Own = later(() => import('./Own.tsx'))

/** With so few rows there is room for what is the reader's own. */
const few = 4

/** What waits, in rows, and beside it the selected record; in a narrow window the record opens below its row. */
export function Queue({ data, desk }: { data: Today; desk: Desk }) {
  const { t } = useTranslation('today')
  const isNarrow = useMediaQuery('(max-width: 74.99em)')
  const [isWhole, setWhole] = useState(false)
  const [kind, setKind] = useState<TodayKind | null>(null)
  const ofKind = data.items.filter((item) => kind === null || item.kind === kind || item.also.includes(kind))
  const groups = isWhole ? groupsOf(ofKind) : firstOf(groupsOf(ofKind), room[isNarrow ? 'narrow' : 'wide'])
  const shown = groups.flatMap(({ items }) => items)
  const queue = useQueue({ items: shown, desk, isNarrow })
  const pane = (item: TodayItem) => <Pane key={item.recordId} item={item} desk={desk} queue={queue} />
  return (
    <div className={styles.board}>
      <section className={styles.queue} aria-label={t('title')}>
        {isWhole && <Kinds data={data} kind={kind} onChange={setKind} />}
        <Rows groups={groups} queue={queue} inPlace={isNarrow ? pane : undefined} />
        {!isWhole && shown.length < data.count && (
          <Button variant="subtle" size="compact-sm" className={styles.all} onClick={() => setWhole(true)}>
            {t('showAll', { number: data.count })}
          </Button>
        )}
        {isWhole && <Rest data={data} kind={kind} shown={shown.length} />}
        {data.count <= few && <Own waiting={<AwaitedOwn lines={4} />} />}
      </section>
      {!isNarrow && queue.selected && <div className={styles.beside}>{pane(queue.selected)}</div>}
    </div>
  )
}

interface KindsProps {
  data: Today
  kind: TodayKind | null
  onChange: (kind: TodayKind | null) => void
}

function Kinds({ data, kind, onChange }: KindsProps) {
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
    <Row gap="xs" role="group" aria-label={t('filters')} className={styles.kinds}>
      {chip(null, t('all'), data.count)}
      {todayKinds.flatMap((each) =>
        data.kinds.filter((of) => of.kind === each).map(({ count }) => chip(each, t(`kinds.${each}`), count)),
      )}
    </Row>
  )
}

/** Where the records are that are not among those of the answer. */
function Rest({ data, kind, shown }: { data: Today; kind: TodayKind | null; shown: number }) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const own = useMe().account.accountId
  const count = kind === null ? data.count : (data.kinds.find((of) => of.kind === kind)?.count ?? 0)
  const href = kind && listOf(kind, own)
  return (
    <Row gap="md" className={styles.rest}>
      {href && <InternalLink href={href}>{t('list', { number: formatNumber(count, language) })}</InternalLink>}
      {kind === null && count > shown && <Text kind="small">{t('more', { count: count - shown })}</Text>}
    </Row>
  )
}
