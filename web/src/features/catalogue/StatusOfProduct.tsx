import type { ProductStatus } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

const tones: Record<ProductStatus, Tone> = { Active: 'success', Pending: 'warning', Deleted: 'error' }

export function StatusOfProduct({ status }: { status: ProductStatus }) {
  const { t } = useTranslation('products')
  return <KnownTag kind="product status" value={status} tones={tones} word={(known) => t(`status.${known}`)} />
}
