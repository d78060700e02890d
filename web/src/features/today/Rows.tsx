import type { TodayItem, Urgency } from '@trellis/contract/today'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { Stack } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { businessNow } from '../../ui/now.ts'
import type { Group } from './queue.ts'
import styles from './today.module.css'
import { isOfStock, timeOf } from './today.ts'
import type { QueueState } from './useQueue.ts'

const tones: Record<Urgency, string> = {
  overdue: 'late',
  today: 'soon',
  week: 'soon',
  asked: 'asked',
  later: 'later',
}

interface RowsProps {
  groups: readonly Group[]
  queue: QueueState
  /** What opens below the selected row, where there is no room beside the queue. */
  inPlace: ((item: TodayItem) => ReactNode) | undefined
}

/** The rows by urgency. A grid, whose rows take the keyboard and can be chosen together. */
export function Rows({ groups, queue, inPlace }: RowsProps) {
  const { t } = useTranslation('today')
  return (
    <Stack gap="none" ref={queue.list}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is what a table is whose rows are chosen */}
      <table role="grid" aria-label={t('title')} aria-multiselectable className={styles.rows}>
        {groups.map(({ urgency, items }) => (
          <tbody key={urgency} aria-label={t(`groups.${urgency}`)}>
            <tr className={styles.head}>
              <td colSpan={4}>{t(`groups.${urgency}`)}</td>
            </tr>
            {items.map((item) => (
              <Item key={item.recordId} item={item} queue={queue} inPlace={inPlace} />
            ))}
          </tbody>
        ))}
      </table>
    </Stack>
  )
}

function Item({ item, queue, inPlace }: { item: TodayItem } & Omit<RowsProps, 'groups'>) {
  const { t } = useTranslation('today')
  const isSelected = queue.selected?.recordId === item.recordId
  const isChosen = queue.chosen.has(item.recordId)
  return (
    <>
      <tr
        className={styles.row}
        data-need={item.kind}
        data-tone={tones[item.urgency]}
        data-decided={queue.isDecided(item) || undefined}
        aria-selected={isChosen}
        {...queue.rowProps(item)}
        onClick={({ metaKey, ctrlKey, shiftKey }) =>
          metaKey || ctrlKey || shiftKey ? queue.choose(item) : queue.select(item)
        }
        onDoubleClick={() => queue.open(item)}
      >
        <td className={styles.kind}>{t(`short.${item.kind}`)}</td>
        <td className={styles.what}>
          <Detail item={item} />
        </td>
        <td className={styles.amount}>
          <Worth item={item} />
        </td>
        <td className={styles.time}>
          <Time item={item} />
        </td>
      </tr>
      {isSelected && inPlace && (
        <tr>
          <td colSpan={4}>{inPlace(item)}</td>
        </tr>
      )}
    </>
  )
}

/** The name, and what it does not say: whose it is, its code, and its other reasons. */
function Detail({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const { name, account, code, also, shortage } = item
  const more = (shortage?.products ?? 1) - 1
  // Whose it is says more than the code, which stands beside the queue.
  const isCoded = Boolean(name) && (account === null || account.accountName === name)
  const parts = [
    account && account.accountName !== name && !isOfStock(item) ? account.accountName : null,
    more > 0 ? t('pane.more', { count: more }) : null,
    also.length > 0 ? t('also', { kinds: also.map((each) => t(`one.${each}`)).join(', ') }) : null,
  ].filter(Boolean)
  return (
    <>
      <span>{name || code}</span> {isCoded && <small data-code>{code}</small>}{' '}
      {parts.length > 0 && <small>{parts.join(' · ')}</small>}
    </>
  )
}

function Worth({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const { language } = useLocale()
  const { kind, amount, currencyCode, available, threshold, seats, shortage } = item
  const number = (value: number | null) => formatNumber(value ?? 0, language)
  if (amount !== null && currencyCode !== null) return <Money amount={amount} currency={currencyCode} />
  if (shortage !== null) return t('lacks', { number: number(shortage.missing) })
  if (kind === 'stock')
    return (available ?? 0) <= 0 ? t('none') : t('left', { available: number(available), threshold: number(threshold) })
  return seats === null ? null : t('seats', { count: seats })
}

function Time({ item }: { item: TodayItem }) {
  const { t } = useTranslation('today')
  const time = timeOf(item, businessNow())
  if (time === null) return null
  return 'count' in time ? t(time.key, { count: time.count }) : t(time.key)
}
