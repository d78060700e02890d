import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { LicenseError } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './licenses.module.css'

/** What the server found missing or not allowed, a line each; what was typed stays. */
export function CreationErrors({ errors }: { errors: readonly LicenseError[] }) {
  const { t } = useTranslation('licenses')
  if (errors.length === 0) return null
  const short = errors.some((error) => error.reason === 'insufficient_stock')
  return (
    <Alert role="alert" color="danger" icon={<IconAlertTriangle size={20} aria-hidden />} title={t('creationErrors')}>
      <ul className={styles.errors}>
        {errors.map(({ productId, productName, sku, reason, missing }) => (
          <li key={`${productId} ${reason}`}>
            {productName} ({sku}): {t(`reasons.${reason}`, { count: missing ?? 0 })}
          </li>
        ))}
      </ul>
      {short && (
        <LinkButton href="/sell-in/create" variant="default" size="compact-sm" mt="sm">
          {t('purchase')}
        </LinkButton>
      )}
    </Alert>
  )
}
