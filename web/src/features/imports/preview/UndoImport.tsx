import { IconArrowBackUp } from '@tabler/icons-react'
import type { ImportUndo, UndoneImport, UndoObstacle } from '@trellis/contract/import-preview'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { useAuditWords } from '../../../app/audit/useAuditWords.ts'
import { useRecordHref } from '../../../app/audit/useRecordHref.ts'
import { useWrite } from '../../../app/useWrite.ts'
import { Button } from '../../../ui/Button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { EntityLink } from '../../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { businessNow } from '../../../ui/now.ts'
import { stale } from '../useImport.ts'
import styles from './preview.module.css'

interface UndoImportProps {
  importId: string
  kind: ImportKind
  fileName: string
  undo: ImportUndo
}

const hour = 3_600_000
/** Many records take longer to take back than other changes do. */
const patience = 3 * 60_000
/** Obstacles that are named. */
const shownAtMost = 20

/** Takes an import back while that is possible: what stands in the way is named, and the rest can be taken back alone. */
export default function UndoImport({ importId, kind, fileName, undo }: UndoImportProps) {
  const { t } = useTranslation('importPreview')
  const confirm = useConfirm()
  const write = useWrite(imports.undo, {
    invalidates: [imports.list, imports.read, ...stale[kind]],
    quiet: 'all',
    timeout: patience,
  })
  const { data: result } = write
  if (undo.until === null && result === undefined) return null
  const ask = async (whatCanBe: boolean) => {
    const question = whatCanBe
      ? { title: t('undo.askPart'), text: t('undo.askPartText'), confirm: t('undo.part') }
      : { title: t('undo.ask', { file: fileName }), text: t('undo.askText'), confirm: t('undo.button') }
    if (await confirm({ ...question, destructive: true }))
      write.mutate({ params: { id: importId }, body: { whatCanBe } })
  }
  const canUndo = undo.until !== null && result?.isUndone !== true
  return (
    <Stack gap="sm" align="start" className={styles.undo ?? ''}>
      {canUndo && (
        <Row>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={write.isPending}
            onClick={() => void ask(false)}
          >
            {t('undo.button')}
          </Button>
          <Text kind="small">
            {t('undo.until')} <DateTime value={undo.until} />{' '}
            {t('undo.left', { count: Math.max(1, Math.ceil((Date.parse(undo.until ?? '') - businessNow()) / hour)) })}
          </Text>
        </Row>
      )}
      {write.error !== null && <ErrorBlock shape="line" error={write.error} title={t('undo.failed')} />}
      {result !== undefined && <Result result={result} onPart={canUndo ? () => void ask(true) : null} />}
    </Stack>
  )
}

/** What was taken back, or what stands in the way. */
function Result({ result, onPart }: { result: UndoneImport; onPart: (() => void) | null }) {
  const { t } = useTranslation('importPreview')
  const { language } = useLocale()
  const { isUndone, removed, restored, obstacles, obstacleCount } = result
  const number = (of: number) => formatNumber(of, language)
  const shown = obstacles.slice(0, shownAtMost)
  const left = obstacleCount - shown.length
  return (
    <Stack gap="xs" align="start" role="status">
      {isUndone && (
        <Text>
          {t('undo.done', { removed: number(removed), restored: number(restored) })} {t('undo.again')}
        </Text>
      )}
      {obstacleCount > 0 && (
        <Text kind={isUndone ? 'quiet' : 'error'}>
          {t(isUndone ? 'undo.kept' : 'undo.obstacles', { count: obstacleCount, number: number(obstacleCount) })}
        </Text>
      )}
      {obstacles.length > 0 && (
        <ul className={styles.lines}>
          {shown.map((obstacle) => (
            <Obstacle key={`${obstacle.entityId} ${obstacle.entityName} ${obstacle.reason}`} obstacle={obstacle} />
          ))}
          {left > 0 && <li>{t('undo.more', { count: left, number: number(left) })}</li>}
        </ul>
      )}
      {onPart !== null && (
        <Button variant="default" size="xs" onClick={onPart}>
          {t('undo.part')}
        </Button>
      )}
    </Stack>
  )
}

function Obstacle({ obstacle: { entity, entityId, entityName, reason } }: { obstacle: UndoObstacle }) {
  const { t } = useTranslation('importPreview')
  const words = useAuditWords()
  const hrefOf = useRecordHref()
  return (
    <li>
      {words.entity(entity)}{' '}
      <EntityLink href={hrefOf(entity, entityId, entityName)}>{entityName ?? entityId}</EntityLink>:{' '}
      {t(`reason.${reason}`)}
    </li>
  )
}
