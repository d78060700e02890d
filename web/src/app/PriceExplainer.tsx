import { ActionIcon } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../ui/later.tsx'
import { Popup, usePopup } from '../ui/Popup.tsx'
import { loadTexts } from './i18n.ts'

interface PriceExplainerProps {
  productId: string
  /** Names the product for those who do not see beside which price the button stands. */
  product: string
  /** Whose price it is; by itself the reader's own account. */
  accountId?: string | undefined
}

const PriceOrigin = later(async () => {
  const [origin] = await Promise.all([import('./PriceOrigin.tsx'), loadTexts('prices')])
  return origin
})

/**
 * Beside a price: where it comes from. A list has one in each row, so what opens is made when a pointer or the focus comes
 * near, and asked for when it opens.
 */
export function PriceExplainer({ productId, product, accountId }: PriceExplainerProps) {
  const { t } = useTranslation()
  const popup = usePopup()
  const [near, setNear] = useState(false)
  const approach = () => {
    setNear(true)
    PriceOrigin.fetch()
  }
  return (
    <>
      <ActionIcon
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
      </ActionIcon>
      {near && (
        <Popup popup={popup} label={t('priceOrigin', { product })} align="end" width={320}>
          <PriceOrigin productId={productId} accountId={accountId} />
        </Popup>
      )}
    </>
  )
}
