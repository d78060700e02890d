import { useQuery } from '@tanstack/react-query'
import { imports, type ListedImport } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { History } from '../../ui/History.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { type RecentState, recentState } from './recentState.ts'

const UndoImport = later(() => import('./preview/UndoImport.tsx'))

const tones: Record<RecentState, Tone> = {
  waiting: 'neutral',
  running: 'info',
  checked: 'neutral',
  faulty: 'warning',
  imported: 'success',
  undone: 'neutral',
  refused: 'error',
  failed: 'error',
  canceled: 'neutral',
  interrupted: 'warning',
}

const maximumShown = 10
const milliseconds = 5000

/** Who undid an import and when, or the way to undo it. */
function Undo({ listed: { importId, kind, fileName, undo } }: { listed: ListedImport }) {
  const { t } = useTranslation('imports')
  if (undo.undoneDate !== null)
    return (
      <Text kind="small">
        {undo.undoneBy === null ? t('recent.undoneByOperator') : t('recent.undoneBy', { name: undo.undoneBy.name })}{' '}
        <DateTime value={undo.undoneDate} />
      </Text>
    )
  return kind === null || undo.until === null ? null : (
    <UndoImport importId={importId} kind={kind} fileName={fileName} undo={undo} waiting={null} />
  )
}

/** The latest imports of the user and, for super admins of the vendor, those by the command. */
export function RecentImports() {
  const { t, i18n } = useTranslation('imports')
  const { data, error, refetch } = useQuery({
    ...queryOf(imports.list),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'queued' || status === 'running') ? milliseconds : false,
  })
  if (error !== null && data === undefined)
    return <ErrorBlock shape="line" error={error} title={t('recent.failed')} retry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  const number = (of: number) => of.toLocaleString(i18n.language)
  return (
    <Panel title={t('recent.title')} description={t('recent.text')}>
      <History
        label={t('recent.title')}
        entries={data.slice(0, maximumShown).map((each) => {
          const state = recentState(each)
          return {
            id: each.importId,
            at: each.creationDate,
            by: each.byCommand ? t('recent.operator') : each.importedBy,
            tone: tones[state],
            title: (
              <Row>
                <span>{each.kind === null ? t('recent.command') : t(`kind.${each.kind}`)}</span>
                <StatusTag tone={tones[state]}>{t(`recent.state.${state}`)}</StatusTag>
              </Row>
            ),
            detail: [
              each.fileName,
              each.status === 'done' && each.done === each.rows
                ? t('recent.rows', { count: each.rows, number: number(each.rows) })
                : t('progress.rows', { done: number(each.done), rows: number(each.rows) }),
              ...(state === 'interrupted' ? [t('recent.unfinished')] : []),
            ]
              .filter((part) => part !== '')
              .join(' · '),
            more: <Undo listed={each} />,
          }
        })}
      />
    </Panel>
  )
}
