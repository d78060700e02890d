import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ImportChange, type ImportChanges, importChangesOfPage } from '@trellis/contract/import-preview'
import { type Import, imports } from '@trellis/contract/imports'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAuditWords } from '../../../app/audit/useAuditWords.ts'
import { useRecordHref } from '../../../app/audit/useRecordHref.ts'
import { queryOf } from '../../../app/queries.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Column } from '../../../ui/columns.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { type List, rangeOnShow } from '../../../ui/list.ts'
import { useLocale } from '../../../ui/locale.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ChangeLines } from './ChangeLines.tsx'

/** The records that an import changes, or would change, before and after: a page of 50, all or those that change in one field. */
export default function Changes({ report }: { report: Pick<Import, 'importId' | 'kind'> }) {
  const { t } = useTranslation(['importPreview', 'ui'])
  const { language } = useLocale()
  const [page, setPage] = useState(1)
  const [field, setField] = useState('')
  const query = { page, ...(field !== '' && { field }) }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(imports.changes, { params: { id: report.importId }, query }),
    placeholderData: keepPreviousData,
  })
  const entity = data?.items[0]?.entity
  const words = useAuditWords()
  const columns = useChangeColumns(data?.names ?? {})
  const number = (of: number) => formatNumber(of, language)
  const list: List<ImportChange> = {
    state: { page, limit: importChangesOfPage, sort: null, filters: {} },
    change: ({ page: next }) => setPage(next ?? 1),
    rows: data?.items ?? [],
    count: data?.total ?? 0,
    answer: data,
    status: data === undefined ? (error === null ? 'loading' : 'error') : 'ready',
    refreshing: isPlaceholderData,
    error,
    retry: () => void refetch(),
  }
  return (
    <Panel
      flush
      title={t('changes.title')}
      description={t('changes.text')}
      actions={
        data !== undefined &&
        data.fields.length > 1 && (
          <NativeSelect
            aria-label={t('changes.of')}
            value={field}
            onChange={(value) => {
              setField(value)
              setPage(1)
            }}
          >
            <option value="">{t('changes.all', { number: number(data.changed) })}</option>
            {data.fields.map((each) => (
              <option key={each.field} value={each.field}>
                {t('changes.field', {
                  field: words.field(entity ?? '', [each.field]),
                  number: number(each.records),
                })}
              </option>
            ))}
          </NativeSelect>
        )
      }
    >
      <DataTable
        list={list}
        columns={columns}
        rowKey={(change) => `${change.entityId} ${JSON.stringify(change.after)}`}
        label={t('changes.title')}
        failed={t('changes.failed')}
        empty={t('changes.none')}
        paging={false}
        footer={<Foot list={list} answer={data} isFiltered={field !== ''} />}
      />
    </Panel>
  )
}

/** The way to the other pages, and that not all can be shown. */
function Foot({
  list,
  answer,
  isFiltered,
}: {
  list: List<ImportChange>
  answer: ImportChanges | undefined
  isFiltered: boolean
}) {
  const { t } = useTranslation(['importPreview', 'ui'])
  const { language } = useLocale()
  if (answer === undefined) return null
  const { page, limit } = list.state
  const { first, last } = rangeOnShow(list.state, list.count)
  const number = (of: number) => formatNumber(of, language)
  return (
    <>
      {list.count > limit && (
        <Row justify="between">
          <span>{t('changes.page', { first: number(first), last: number(last), total: number(list.count) })}</span>
          <Row as="nav" aria-label={t('ui:table.pagesOf', { table: t('changes.title') })}>
            <Button variant="default" size="xs" disabled={page === 1} onClick={() => list.change({ page: page - 1 })}>
              {t('ui:table.previousPage')}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={last >= list.count}
              onClick={() => list.change({ page: page + 1 })}
            >
              {t('ui:table.nextPage')}
            </Button>
          </Row>
        </Row>
      )}
      {answer.changed > answer.total && !isFiltered && (
        <Text kind="small">
          {t('changes.kept', { count: answer.total, number: number(answer.total), all: number(answer.changed) })}
        </Text>
      )}
    </>
  )
}

function useChangeColumns(names: ImportChanges['names']): Column<ImportChange>[] {
  const { t } = useTranslation('importPreview')
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  return [
    {
      id: 'record',
      header: t('changes.record'),
      cell: (change) => (
        <EntityLink href={hrefOf(change.entity, change.entityId, change.entityName)}>
          {change.entityName ?? change.entityId}
        </EntityLink>
      ),
    },
    {
      id: 'change',
      header: t('changes.change'),
      hideable: false,
      card: 'wide',
      cell: (change) => <ChangeLines change={change} names={names} words={words} hrefOf={hrefOf} />,
    },
  ]
}
