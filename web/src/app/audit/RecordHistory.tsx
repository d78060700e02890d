import { IconHistory } from '@tabler/icons-react'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type AuditEvent, audit } from '@trellis/contract/audit'
import type { AuditedEntity } from '@trellis/contract/audit-actions'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { History } from '../../ui/History.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import { callWith } from '../calls.ts'
import { HistoryDetail } from './HistoryDetail.tsx'
import { useAuditWords } from './useAuditWords.ts'
import { useRecordHref } from './useRecordHref.ts'

interface RecordHistoryProps {
  entity: AuditedEntity
  entityId: string
}

const historyQuery = ({ entity, entityId }: RecordHistoryProps) =>
  infiniteQueryOptions({
    queryKey: [audit.history.path, { entity, entityId }],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        audit.history,
        { params: { entity, entityId }, query: pageParam ? { before: pageParam } : {} },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })

const tones: readonly [RegExp, Tone][] = [
  [/(created|added|invited|issued|approved|activated|renewed)$/, 'success'],
  [/(removed|deleted|revoked|refused|suspended|canceled|dissociated)$/, 'error'],
]
const toneOf = ({ action }: AuditEvent): Tone => tones.find(([pattern]) => pattern.test(action))?.[1] ?? 'info'

/** What the audit log has of a record, the newest first. Loaded when somebody opens it. */
export default function RecordHistory(record: RecordHistoryProps) {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  const query = useInfiniteQuery(historyQuery(record))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  if (data === undefined)
    return error === null ? (
      <Lines count={4} />
    ) : (
      <ErrorBlock error={error} title={t('history.fetchError')} retry={() => void refetch()} />
    )
  const events = data.pages.flatMap(({ items }) => items)
  if (events.length === 0) return <Empty title={t('history.empty')} icon={IconHistory} />
  const names = Object.assign({}, ...data.pages.map((page) => page.names)) as Record<string, string>
  return (
    <Stack>
      <History
        label={t('history.label')}
        entries={events.map((event) => ({
          id: event.id,
          title: <EntityLink href={`/audit/${event.id}`}>{words.action(event.action)}</EntityLink>,
          at: event.creationDate,
          by: event.actor?.name ?? t('system'),
          detail: <HistoryDetail event={event} names={names} words={words} hrefOf={hrefOf} />,
          tone: toneOf(event),
        }))}
      />
      {isFetchNextPageError && (
        <ErrorBlock error={error} title={t('history.fetchError')} shape="line" retry={() => void fetchNextPage()} />
      )}
      <Row justify="center">
        {hasNextPage && (
          <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('history.more')}
          </Button>
        )}
        <LinkButton variant="subtle" size="xs" href={`/audit?entity=${record.entity}&entityId=${record.entityId}`}>
          {t('history.inLog')}
        </LinkButton>
      </Row>
    </Stack>
  )
}
