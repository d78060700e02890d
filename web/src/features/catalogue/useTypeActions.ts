import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type Feature, type ProductType, productTypes } from '@trellis/contract/product-types'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { markStale } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { productTypeQuery } from './queries.ts'

const stale = ['/productsType', '/pricelists/products', '/products'] as const

/** Returns the reason why a type cannot be changed or deleted; null when it can. */
export function useWhyNotType(): (action: 'update' | 'delete', type: ProductType) => string | null {
  const { t } = useTranslation('productTypes')
  return (action, type) => {
    const code = type.blocked[action]
    if (code === null) return null
    if (code !== 'RQ409') return t(action === 'update' ? 'blocked.update' : 'blocked.remove')
    return type.products > 0 ? t('blocked.used', { count: type.products }) : t('blocked.usedByDeleted')
  }
}

export function useWhyNotFeature(): (action: 'update' | 'delete', feature: Feature) => string | null {
  const { t } = useTranslation('productTypes')
  return (action, feature) => {
    const code = feature.blocked[action]
    if (code === null) return null
    if (code !== 'RQ409') return t(action === 'update' ? 'blocked.update' : 'blocked.remove')
    return t('blocked.featureUsed', { count: feature.productTypes })
  }
}

/** Deletes a type after a confirmation, then shows the list. */
export function useRemoveType(): (type: ProductType) => Promise<void> {
  const { t } = useTranslation('productTypes')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  const remove = useWrite(productTypes.remove, {
    // Invalidate after leaving the screen: a refetch of the deleted type would fail with "not found".
    invalidates: [],
    success: 'productTypes:productTypeDeleteSuccess',
    failure: 'productTypes:productTypeDeleteError',
    quiet: ['RQ409'],
  })
  return async (type) => {
    const sure = await confirm({
      title: t('removeTitle', { type: type.name }),
      text: t('removeText'),
      confirm: t('remove'),
      cancel: t('keep'),
      destructive: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { id: type.id } })
      await navigate({ to: '/products/types' })
      client.removeQueries({ queryKey: productTypeQuery(type.id).queryKey })
    } catch (error) {
      // Somebody used the type for a product after this screen was loaded.
      if (isProblem(error, 'RQ409')) toast.error(t('inUse'))
    }
    await markStale(client, stale)
  }
}

/** Deletes a feature after a confirmation. */
export function useRemoveFeature(): (feature: Feature) => Promise<void> {
  const { t } = useTranslation('productTypes')
  const confirm = useConfirm()
  const client = useQueryClient()
  const remove = useWrite(productTypes.removeFeature, {
    invalidates: stale,
    success: 'productTypes:productFeatureDeleteSuccess',
    failure: 'productTypes:productFeatureDeleteError',
    quiet: ['RQ409'],
  })
  return async (feature) => {
    const sure = await confirm({
      title: t('featurePage.removeTitle', { feature: feature.name }),
      text: t('featurePage.removeText'),
      confirm: t('remove'),
      cancel: t('keep'),
      destructive: true,
    })
    if (!sure) return
    try {
      await remove.mutateAsync({ params: { id: feature.id } })
    } catch (error) {
      if (!isProblem(error, 'RQ409')) return
      toast.error(t('featureInUse'))
      await markStale(client, stale)
    }
  }
}
