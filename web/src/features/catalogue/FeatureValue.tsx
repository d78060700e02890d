import type { TypeFeature } from '@trellis/contract/product-types'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import styles from './products.module.css'
import { shownObject } from './shownObject.ts'
import { writtenNumber } from './writtenNumber.ts'

/** The formatted value of a feature; '-' for an empty text (rules V9). */
export function FeatureValue({ feature: { typeName, value } }: { feature: Pick<TypeFeature, 'typeName' | 'value'> }) {
  const { t } = useTranslation('productTypes')
  const { language } = useLocale()
  if (typeName === 'object') {
    return value === null ? (
      t('notSet')
    ) : (
      <pre className={styles.code}>{JSON.stringify(shownObject(value), null, 2)}</pre>
    )
  }
  if (value === null) return <Text kind="quiet">{t('notSet')}</Text>
  if (value === '') return '-'
  if (typeName === 'dateTime') return <DateTime value={String(value)} />
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'number') return writtenNumber(value, language)
  return String(value)
}
