import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { LicenseError } from '@trellis/contract/license-changes'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { useProductHref } from '../../app/productHref.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack } from '../../ui/layout.tsx'

/** The server's errors, one line each. The typed values stay. */
export function CreationErrors({
  errors,
  ownerAccountId,
}: {
  errors: readonly LicenseError[]
  /** The account whose stock is used. */
  ownerAccountId: string
}) {
  const { t } = useTranslation('licenses')
  const hrefOf = useProductHref()
  const mayPurchase = useCan('Orders', 'c')
  if (errors.length === 0) return null
  const short = errors.flatMap(({ productId, reason, missing }) =>
    reason === 'insufficient_stock' && missing !== undefined ? [{ productId, quantity: missing }] : [],
  )
  return (
    <Alert role="alert" color="danger" icon={<IconAlertTriangle size={20} aria-hidden />} title={t('creationErrors')}>
      <Stack as="ul" gap="xs">
        {errors.map(({ productId, productName, sku, reason, missing }) => (
          <li key={`${productId} ${reason}`}>
            <EntityLink href={hrefOf(productId)}>{`${productName} (${sku})`}</EntityLink>
            {t(`reasons.${reason}`, { count: missing ?? 0 })}
          </li>
        ))}
      </Stack>
      {short.length > 0 && mayPurchase && (
        <LinkButton
          href={purchaseHref(short, { accountId: ownerAccountId })}
          variant="default"
          size="compact-sm"
          style={{ marginBlockStart: '0.75rem' }}
        >
          {t('purchase')}
        </LinkButton>
      )}
    </Alert>
  )
}
