import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { useCan } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { useWrite } from '../../app/useWrite.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { stale } from './stale.ts'

/** Returns the reason why a product cannot be changed or deleted; null when it can. */
export function useWhyNot(): (action: 'update' | 'delete', product: Product) => string | null {
  const { t } = useTranslation('products')
  const may = { update: useCan('Products', 'u'), delete: useCan('Products', 'd') }
  return (action, product) => {
    if (!may[action]) return t(action === 'update' ? 'blocked.update' : 'blocked.remove')
    if (product.blocked[action] !== null) return t('blocked.foreign')
    return action === 'delete' && product.status === 'Deleted' ? t('blocked.deleted') : null
  }
}

/** Activates and deletes a product, each after a confirmation. */
export function useProductActions(product: Product) {
  const { t } = useTranslation('products')
  const confirm = useConfirm()
  const navigate = useNavigate()
  const client = useQueryClient()
  const update = useWrite(catalogue.update, { invalidates: stale, failure: 'products:productEditError' })
  const remove = useWrite(catalogue.remove, {
    // Invalidate after leaving the screen: a refetch of a deleted product would fail with "not found".
    invalidates: [],
    failure: 'products:productDeleteError',
  })
  const foresee = useWrite(catalogue.removal, { invalidates: [], failure: 'products:productDeleteError' })
  const params = { id: product.productId }
  const name = { product: product.name }

  async function activate(): Promise<void> {
    const sure = await confirm({ title: t('activateTitle', name), text: t('activateText'), confirm: t('activate') })
    if (!sure) return
    // Save the server's current values and not those of this screen, so that others' changes are kept.
    const fetched = Promise.all([call(catalogue.fetch, { params }), import('./productDraft.ts')])
    const found = await fetched.catch(() => null)
    if (found === null) {
      toast.error(t('productsFetchError'))
      return
    }
    const [current, { draftOf }] = found
    try {
      await update.mutateAsync({ params, body: { ...draftOf(current), status: 'Active' } })
      toast.success(t('activated', name))
    } catch (error) {
      if (!isProblem(error, 'RQ422')) return
      toast.warning(t('activateIncomplete'))
      await navigate({ to: '/products/$id/edit', params })
    }
  }

  async function removeIt(): Promise<void> {
    const foreseen = await foresee.mutateAsync({ params }).catch(() => null)
    if (foreseen === null) return
    const sure = await confirm({
      title: t('removeTitle', name),
      text: t(foreseen.outcome === 'removed' ? 'removeGoes' : 'removeStays'),
      confirm: t('remove'),
      cancel: t('keep'),
      destructive: true,
    })
    if (!sure) return
    remove.mutate(
      { params },
      {
        onSuccess: async () => {
          await navigate({ to: '/products' })
          client.removeQueries({ queryKey: queryOf(catalogue.readPriced, { params }).queryKey })
          toast.success(t('productDeleteSuccess'))
          await markStale(client, stale)
        },
      },
    )
  }

  return { activate, remove: removeIt }
}
