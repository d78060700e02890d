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

type Action = 'update' | 'delete'

/** Returns the reason why a type or feature cannot be changed or deleted; null when it can. `used` names its uses. */
function useWhyNot<T extends { blocked: Record<Action, string | null> }>(used: (of: T) => string) {
  const { t } = useTranslation('productTypes')
  return (action: Action, of: T): string | null => {
    if (of.blocked[action] === null) return null
    return of.blocked[action] === 'RQ409' ? used(of) : t(action === 'update' ? 'blocked.update' : 'blocked.remove')
  }
}

export function useWhyNotType() {
  const { t } = useTranslation('productTypes')
  return useWhyNot<ProductType>(({ products }) =>
    products > 0 ? t('blocked.used', { count: products }) : t('blocked.usedByDeleted'),
  )
}

export function useWhyNotFeature() {
  const { t } = useTranslation('productTypes')
  return useWhyNot<Feature>((feature) => t('blocked.featureUsed', { count: feature.productTypes }))
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
