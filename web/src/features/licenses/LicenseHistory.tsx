import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type LicenseEvent, licenses } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { callWith } from '../../app/calls.ts'
import { shownAs } from '../../app/known.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { History } from '../../ui/History.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

const historyQuery = (serialKey: string) =>
  infiniteQueryOptions({
    queryKey: [licenses.history.path, { serialKey }],
    queryFn: ({ pageParam, signal }) =>
      callWith(licenses.history, { params: { serialKey }, query: pageParam ? { before: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })

const tones: Record<LicenseEvent['event'], Tone> = {
  created: 'neutral',
  imported: 'neutral',
  upgraded: 'neutral',
  noted: 'neutral',
  external_ids_changed: 'neutral',
  seat_released: 'neutral',
  seat_self_released: 'warning',
  seat_taken_over: 'warning',
  activated: 'success',
  renewed: 'success',
  seat_taken: 'success',
  seat_resumed: 'success',
  exported: 'info',
  seat_suspended: 'warning',
  seat_cleared: 'warning',
  seat_deleted: 'error',
  page_made: 'neutral',
  page_withdrawn: 'neutral',
  renewal_asked: 'info',
  ask_dismissed: 'neutral',
}

/** What happened to a key and its seats, the newest first. */
export function LicenseHistory({ serialKey }: { serialKey: string }) {
  const { t } = useTranslation('licenses')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    historyQuery(serialKey),
  )
  return (
    <Fold id="history" title={t('history.title')} summary={<Summary pages={data?.pages} isMore={hasNextPage} />}>
      {data === undefined && error !== null ? (
        <ErrorBlock error={error} title={t('history.fetchError')} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Lines count={4} />
      ) : (
        <Stack>
          <Events events={data.pages.flatMap(({ items }) => items)} />
          {hasNextPage && (
            <Row justify="center">
              <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('history.more')}
              </Button>
            </Row>
          )}
        </Stack>
      )}
    </Fold>
  )
}

function Summary({
  pages,
  isMore,
}: {
  pages: readonly { items: readonly LicenseEvent[] }[] | undefined
  isMore: boolean
}) {
  const { t } = useTranslation('licenses')
  if (pages === undefined) return null
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  return isMore ? t('history.countMore', { count }) : t('history.count', { count })
}

function Events({ events }: { events: readonly LicenseEvent[] }) {
  const { t } = useTranslation(['licenses', 'productForm', 'keyLink'])
  const { language } = useLocale()
  const detailOf = ({ event, device, dueDate, noteBefore, note, otherSerialKey }: LicenseEvent) => {
    if (event === 'noted') return note ?? t('history.noteRemoved', { note: noteBefore ?? '' })
    if (dueDate !== null) return t('history.until', { date: formatCalendarDay(dueDate.slice(0, 10), language) })
    if (otherSerialKey !== null) return t(event === 'upgraded' ? 'history.by' : 'history.of', { key: otherSerialKey })
    return device
  }
  const byOf = ({ event, createdBy, otherDevice }: LicenseEvent) => {
    if (createdBy !== null || !event.startsWith('seat_')) return createdBy
    if (event === 'seat_self_released') return otherDevice ?? t('productForm:livingSeats.byPage')
    return otherDevice ?? t('history.byDevice')
  }
  const eventOf = ({ event }: LicenseEvent) => {
    const { tone, word } = shownAs('license event', event, tones, (known) =>
      known === 'seat_self_released' || known === 'seat_taken_over'
        ? t(`productForm:livingSeats.events.${known}`)
        : known === 'page_made' || known === 'page_withdrawn' || known === 'renewal_asked' || known === 'ask_dismissed'
          ? t(`keyLink:events.${known}`)
          : t(`history.events.${known}`),
    )
    return { tone, title: word }
  }
  return (
    <History
      label={t('history.title')}
      entries={events.map((event) => ({
        ...eventOf(event),
        id: event.id,
        at: event.creationDate,
        by: byOf(event),
        detail: detailOf(event),
      }))}
    />
  )
}
