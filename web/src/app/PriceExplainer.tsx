import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/Button.tsx'
import { later } from '../ui/later.tsx'
import { Popup, usePopup } from '../ui/Popup.tsx'
import { loadTexts } from './i18n.ts'

interface PriceExplainerProps {
  productId: string
  /** Part of the accessible name, because a screen reader does not show next to which price the button is. */
  product: string
  /** The account whose price it is; by default the reader's own account. */
  accountId?: string | undefined
  /** So many pieces are bought; by default one. */
  quantity?: number | null
}

const PriceOrigin = later(async () => {
  const [origin] = await Promise.all([import('./PriceOrigin.tsx'), loadTexts('prices')])
  return origin
})

/**
 * A button beside a price that explains where the price comes from. A list has one per row, so the popup is
 * rendered only on hover or focus and its data is loaded only when it opens.
 */
export function PriceExplainer({ productId, product, accountId, quantity = null }: PriceExplainerProps) {
  const { t } = useTranslation()
  const popup = usePopup()
  const [near, setNear] = useState(false)
  const approach = () => {
    setNear(true)
    PriceOrigin.fetch()
  }
  return (
    <>
      <IconButton
        {...popup.opener}
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t('priceOrigin', { product })}
        onPointerEnter={approach}
        onPointerDown={approach}
        onFocus={approach}
      >
        <IconInfoCircle size={16} stroke={1.8} aria-hidden />
      </IconButton>
      {near && (
        <Popup popup={popup} label={t('priceOrigin', { product })} align="end" width={320}>
          <PriceOrigin productId={productId} accountId={accountId} quantity={quantity} />
        </Popup>
      )}
    </>
  )
}
