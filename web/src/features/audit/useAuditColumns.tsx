import { type AuditEvent, auditList } from '@trellis/contract/audit'
import { useTranslation } from 'react-i18next'
import { AuditSummary } from '../../app/audit/AuditSummary.tsx'
import { useAuditWords } from '../../app/audit/useAuditWords.ts'
import { useRecordHref } from '../../app/audit/useRecordHref.ts'
import { fieldsOf } from '../../app/fields.ts'
import type { Column } from '../../ui/columns.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import type { ListState } from '../../ui/list.ts'

const field = fieldsOf(auditList)

const wordsOf = (choices: readonly { value: string; label: string }[]) =>
  Object.fromEntries(choices.map(({ value, label }) => [value, label]))

/** The columns of the audit log. With kinds of records chosen, only their actions are offered. */
export function useAuditColumns({ filters }: ListState): Column<AuditEvent>[] {
  const { t } = useTranslation('audit')
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  return [
    field('creationDate', t('time'), { kind: 'instant', width: '12rem' }),
    field('actorName', t('who'), {
      cell: ({ actor }) => actor?.name ?? t('system'),
      text: ({ actor }) => actor?.name ?? t('system'),
    }),
    field('action', t('what'), {
      words: wordsOf(words.actionsOn([])),
      choices: wordsOf(words.actionsOn(filters.entity ?? [])),
    }),
    field('entity', t('entity'), { words: wordsOf(words.entities), card: 'corner' }),
    field('entityName', t('record'), {
      cell: ({ entity, entityId, entityName }) => (
        <EntityLink href={hrefOf(entity, entityId, entityName)}>{entityName}</EntityLink>
      ),
    }),
    field('difference', t('difference'), {
      cell: (event) => <AuditSummary event={event} words={words} hrefOf={hrefOf} product={filters.product?.[0]} />,
      file: null,
      card: 'wide',
      width: '22rem',
    }),
    field('entityId', t('recordId'), { hidden: true, kind: 'code' }),
    field('requestId', t('requestId'), { hidden: true, kind: 'code' }),
  ]
}
