import type { ImportColumn } from '@trellis/contract/import-columns'
import { useTranslation } from 'react-i18next'
import { Row, Text } from '../../ui/layout.tsx'

/** The name of an import column in the user's language. */
export function ColumnName({ name, required }: Pick<ImportColumn, 'name' | 'required'>) {
  const { t } = useTranslation('imports')
  return (
    <Row as="span" gap="sm" align="baseline">
      <Text>{t(`column.${name}` as 'column.sku')}</Text>
      {required && <Text kind="small">{t('columns.required')}</Text>}
    </Row>
  )
}
