import type { AuditedEntity } from '@trellis/contract/audit-actions'
import type { Module } from '@trellis/contract/permissions'
import { hasPermission } from '@trellis/contract/permissions'
import { administers, useMe } from '../me.ts'
import { useAccountHref } from '../network.ts'

/** The pages of records that are found by their id, and who may read them. */
const pages: Readonly<Partial<Record<AuditedEntity, { path: string; module: Module }>>> = {
  deal: { path: '/deals/', module: 'Deals' },
  environment: { path: '/environments/', module: 'Environments' },
  price_list: { path: '/pricelists/', module: 'PriceLists' },
  price_plan: { path: '/pricelists/plans/', module: 'PriceLists' },
  product: { path: '/products/', module: 'Products' },
  user: { path: '/users/', module: 'Users' },
  product_type: { path: '/products/types/', module: 'ProductTypes' },
}

/** Accounts up to this level of their group sell (rules V1). */
const sellers = 40

/** Returns the page of a record; null where there is none or the reader may not open it. */
export function useRecordHref(): (entity: string, id: string, name: string | null) => string | null {
  const me = useMe()
  const accountHref = useAccountHref()
  return (entity, id, name) => {
    if (name === null) return null
    if (entity === 'account') return accountHref(id)
    if (entity === 'tenant' || entity === 'role' || entity === 'group') return administers(me) ? '/settings' : null
    if (entity === 'license')
      return hasPermission(me.permissions, 'Licenses', 'r') ? `/licenses/${encodeURIComponent(name)}` : null
    if (entity === 'order' && hasPermission(me.permissions, 'Orders', 'r'))
      return `/${me.account.level > sellers ? 'sell-in' : 'sell-out'}/${id}`
    const page = pages[entity as AuditedEntity]
    return page && hasPermission(me.permissions, page.module, 'r') ? `${page.path}${id}` : null
  }
}
