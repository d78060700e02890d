import type { ImportWarning } from '@trellis/contract/import-preview'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { StatusTag, toneStyle } from '../../../ui/StatusTag.tsx'
import styles from './preview.module.css'

/** What is rarely meant, in words, before the button that imports. */
export default function Warnings({
  warnings,
  rowOf,
}: {
  warnings: readonly ImportWarning[]
  rowOf: (line: number) => number
}) {
  const { t } = useTranslation(['importPreview', 'imports'])
  const { language } = useLocale()
  return (
    <Stack
      as="section"
      gap="sm"
      className={styles.warnings ?? ''}
      style={toneStyle('warning')}
      aria-label={t('warnings.title')}
    >
      <Row>
        <StatusTag tone="warning">{t('warnings.title')}</StatusTag>
      </Row>
      <ul>
        {warnings.map(({ warning, column, details, lines, rowCount }) => {
          const [first = '', second = '', third = ''] = details
          const rows = lines.map(rowOf).join(', ')
          const left = rowCount - lines.length
          return (
            <li key={`${warning} ${column}`}>
              <Row gap="sm" align="baseline">
                <Text>
                  {t(`warning.${warning}`, {
                    first,
                    second,
                    third,
                    column: column === null ? '' : t(`imports:column.${column}` as 'imports:column.sku'),
                  })}
                </Text>
                {lines.length > 0 && (
                  <Text kind="small">
                    {left > 0
                      ? t('warnings.more', { lines: rows, count: left, number: formatNumber(left, language) })
                      : t('warnings.rows', { lines: rows, count: lines.length })}
                  </Text>
                )}
              </Row>
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
