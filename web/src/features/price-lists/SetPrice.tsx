import type { Product } from '@trellis/contract/catalogue'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { later } from '../../ui/later.tsx'

/** Loaded when the dialog opens: few visitors of the product's page set its price. */
const PriceOnList = later(() => import('./PriceOnList.tsx'))

/** Sets the price of a product on a price list, from the product's page. */
export function SetPrice({ product }: { product: Product }) {
  const { t } = useTranslation('priceLists')
  const [opened, setOpened] = useState(false)
  const mayUpdate = useCan('PriceLists', 'u')
  // A deleted product cannot be added to a list.
  if (!mayUpdate || product.status === 'Deleted') return null
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="default"
        onPointerEnter={PriceOnList.fetch}
        onFocus={PriceOnList.fetch}
        onClick={() => setOpened(true)}
      >
        {t('set.action')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('update.title', { product: product.name })} size="lg">
        {opened && <PriceOnList product={product} onClose={close} onMissing={close} />}
      </Dialog>
    </>
  )
}
