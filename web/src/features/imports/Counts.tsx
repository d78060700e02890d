import type { Import } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { Row } from '../../ui/layout.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** The numbers of new, changed, unchanged and rejected rows. */
export function Counts({ counts, dryRun }: { counts: Import['counts']; dryRun: boolean }) {
  const { t } = useTranslation('imports')
  const tense = dryRun ? 'would' : 'did'
  return (
    <Row justify={dryRun ? 'start' : 'center'}>
      <StatusTag tone={counts.new > 0 ? 'success' : 'neutral'}>
        {t(`counts.${tense}.new`, { count: counts.new })}
      </StatusTag>
      <StatusTag tone={counts.changed > 0 ? 'info' : 'neutral'}>
        {t(`counts.${tense}.changed`, { count: counts.changed })}
      </StatusTag>
      <StatusTag tone="neutral">{t('counts.unchanged', { count: counts.unchanged })}</StatusTag>
      {counts.bad > 0 && <StatusTag tone="error">{t('counts.bad', { count: counts.bad })}</StatusTag>}
      {counts.invited > 0 && <StatusTag tone="info">{t('counts.invited', { count: counts.invited })}</StatusTag>}
      {counts.removed > 0 && <StatusTag tone="warning">{t('counts.removed', { count: counts.removed })}</StatusTag>}
    </Row>
  )
}
