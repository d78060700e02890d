import { Checkbox } from '@mantine/core'
import type { Import, ImportKind } from '@trellis/contract/imports'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Row } from '../../ui/layout.tsx'
import type { ImportState } from './useImport.ts'
import { useReasonText } from './useReasonText.ts'

/** The button for the dry run, and after it the button that saves the valid rows. */
export function SendButtons({ kind, state }: { kind: ImportKind; state: ImportState }) {
  const { t } = useTranslation('imports')
  const { lacks, untranslated, isUnderWay, isSending, report, invite } = state
  const reasonText = useReasonText()
  const [fault] = state.columnFaults
  const isBusy = isUnderWay || isSending
  const isTried = report?.status === 'done' && report.dryRun && !state.isEdited
  const blocked =
    lacks.length > 0
      ? t('map.lacks', { columns: lacks.map((name) => t(`column.${name}` as 'column.sku')).join(', ') })
      : fault !== undefined
        ? t('map.unclear', {
            column: t(`column.${fault.column}` as 'column.sku'),
            row: fault.line,
            value: fault.value,
            reason: reasonText({ reason: fault.reason, details: [], message: '' }),
          })
        : untranslated[0] !== undefined
          ? t('map.untranslated', {
              column: t(`column.${untranslated[0].column}` as 'column.sku'),
              words: untranslated.map(({ word }) => word).join(', '),
            })
          : null
  return (
    <Row gap="lg">
      {kind === 'users' && (
        <Checkbox
          label={t('map.invite')}
          checked={invite}
          disabled={isBusy}
          onChange={({ currentTarget }) => state.setInvite(currentTarget.checked)}
        />
      )}
      <Row>
        <ActionButton
          variant={isTried ? 'default' : 'filled'}
          loading={isSending}
          disabled={isUnderWay}
          blocked={blocked}
          onClick={() => state.send({ dryRun: true })}
        >
          {t(report?.status === 'done' ? 'map.checkAgain' : 'map.check')}
        </ActionButton>
        {isTried && (report.outcome === 'imported' || report.counts.new + report.counts.changed > 0) && (
          <ActionButton
            variant={report.outcome === 'imported' ? 'filled' : 'default'}
            disabled={isBusy}
            onClick={() => state.send({ dryRun: false, keepGood: report.outcome === 'refused' })}
          >
            {report.outcome === 'imported'
              ? importWords(t, report.counts)
              : t('map.importGood', { count: report.counts.new + report.counts.changed })}
          </ActionButton>
        )}
      </Row>
    </Row>
  )
}

/** What the button will do: "Import 12 new and change 3". */
function importWords(t: TFunction<'imports'>, { new: added, changed }: Import['counts']): string {
  if (changed === 0) return t('map.import', { count: added })
  return added === 0 ? t('map.change', { count: changed }) : t('map.importBoth', { count: added, changed })
}
