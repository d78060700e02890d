import type { AuditedEntity } from '@trellis/contract/audit-actions'
import { useTranslation } from 'react-i18next'
import { Fold } from '../../ui/Fold.tsx'
import { later } from '../../ui/later.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { useCan } from '../me.ts'

const RecordHistory = later(() => import('./RecordHistory.tsx'))

interface HistoryBlockProps {
  entity: AuditedEntity
  /** Undefined while the record is loading. */
  entityId: string | undefined
}

/**
 * The last part of a record's page: what the audit log has of it. Closed at first and loaded when it is opened, so that the
 * page does not wait for it. Readers without the audit log have no such part.
 */
export function HistoryBlock({ entity, entityId }: HistoryBlockProps) {
  const { t } = useTranslation('common')
  const mayRead = useCan('Audit', 'r')
  if (!mayRead) return null
  return (
    <Fold id="changes" title={t('changes.title')} summary={t('changes.text')}>
      <HistoryOfRecord entity={entity} entityId={entityId} />
    </Fold>
  )
}

/** The same without its frame, for a dialog. */
export function HistoryOfRecord({ entity, entityId }: HistoryBlockProps) {
  const waiting = <Lines count={4} />
  return entityId === undefined ? waiting : <RecordHistory entity={entity} entityId={entityId} waiting={waiting} />
}
