import type { ProductStatus } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'

const tones: Record<ProductStatus, Tone> = { Active: 'success', Pending: 'warning', Deleted: 'error' }

export function StatusOfProduct({ status }: { status: ProductStatus }) {
  const { t } = useTranslation('products')
  return <StatusTag tone={tones[status]}>{t(`status.${status}`)}</StatusTag>
}
