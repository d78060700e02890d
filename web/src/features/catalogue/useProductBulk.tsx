import { useNavigate } from '@tanstack/react-router'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { RunDialog } from '../../app/bulk/RunDialog.tsx'
import { type BulkAct, useBulk } from '../../app/bulk/useBulk.tsx'
import { call } from '../../app/calls.ts'
import { useCan } from '../../app/me.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { stale } from './stale.ts'
import { useWhyNot } from './useProductActions.ts'

/** Selecting products, and activating or purchasing many of them. */
export function useProductBulk(rows: readonly Product[]) {
  const { t } = useTranslation('products')
  const whyNot = useWhyNot()
  const mayUpdate = useCan('Products', 'u')
  const mayPurchase = useCan('Orders', 'c')
  const navigate = useNavigate()
  const whyNotActivate = (product: Product) =>
    product.status === 'Active' ? t('bulk.isActive') : whyNot('update', product)
  const activate: BulkAct<Product> = {
    id: 'activate',
    label: t('bulk.activate'),
    isOffered: (chosen) => chosen.some(({ status }) => status !== 'Active'),
    whyNot: (chosen) =>
      chosen.every((product) => whyNotActivate(product) !== null) ? whyNotActivate(chosen[0]) : null,
    open: (chosen, close) => (
      <RunDialog
        rows={chosen}
        rowKey={({ productId }) => productId}
        nameOf={({ name }) => name}
        hrefOf={({ productId }) => `/products/${productId}`}
        whyNot={whyNotActivate}
        // The server's current values and not those of this screen, so that others' changes are kept.
        send={async ({ productId: id }) => {
          const { draftOf } = await import('./productDraft.ts')
          const current = await call(catalogue.fetch, { params: { id } })
          await call(catalogue.update, { params: { id }, body: { ...draftOf(current), status: 'Active' } })
        }}
        title={t('bulk.title', { count: chosen.length })}
        text={t('activateText')}
        confirm={(count) => t('bulk.confirm', { count })}
        invalidates={stale}
        onClose={close}
      />
    ),
  }
  const purchase: BulkAct<Product> = {
    id: 'purchase',
    label: t('bulk.purchase'),
    shortcut: { key: 'p', label: t('bulk.purchaseKey') },
    maximum: 100,
    whyNot: (chosen) => (chosen.some(({ status }) => status === 'Active') ? null : t('bulk.notActive')),
    open: (chosen) => {
      const wanted = chosen
        .filter(({ status }) => status === 'Active')
        .map(({ productId }) => ({ productId, quantity: 1 }))
      void navigate(targetOf(purchaseHref(wanted)))
    },
  }
  return useBulk<Product>({
    rows,
    rowKey: ({ productId }) => productId,
    rowLabel: ({ name }) => name,
    acts: [...(mayPurchase ? [purchase] : []), ...(mayUpdate ? [activate] : [])],
  })
}
