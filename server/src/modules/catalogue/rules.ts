import type { ProductDraft, ProductStatus } from '@trellis/contract/catalogue'
import type { Code } from '@trellis/contract/codes'
import { type Duration, isPerpetual } from '@trellis/contract/durations'
import { hasPermission } from '@trellis/contract/permissions'
import { perpetualYears } from '@trellis/contract/values'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** The part of the actor that most of these rules ask. */
type Permitted = Pick<Actor, 'permissions'>

/** With `ra` on Products one sees all products of the tenant; without it only those the account can buy (rules C3). */
export const seesAll = (actor: Permitted): boolean => hasPermission(actor.permissions, 'Products', 'ra')

/** The code that refuses this action on a visible product, or null: only the tenant that owns a product may change it. */
export function whyNot(action: 'update' | 'delete', product: { owned: boolean }, actor: Permitted): Code | null {
  const flag = action === 'update' ? 'u' : 'd'
  return product.owned && hasPermission(actor.permissions, 'Products', flag) ? null : 'RQ403'
}

/** The code that refuses this action on a product type or feature, or null: one that is in use cannot be deleted. */
export function whyNotType(action: 'update' | 'delete', isUsed: boolean, actor: Permitted): Code | null {
  if (!hasPermission(actor.permissions, 'ProductTypes', action === 'update' ? 'u' : 'd')) return 'RQ403'
  return action === 'delete' && isUsed ? 'RQ409' : null
}

/** Setting the status Deleted in the editor counts as deleting. */
export const whyNotStatus = (from: ProductStatus, to: ProductStatus | undefined, actor: Permitted): Code | null =>
  to === 'Deleted' && from !== 'Deleted' ? whyNot('delete', { owned: true }, actor) : null

/** Only a super admin may publish a product in a tenant other than their own. */
export const whyNotPublish = (
  tenantIds: readonly string[],
  actor: Pick<Actor, 'isSuperAdmin' | 'tenantId'>,
): Code | null => (actor.isSuperAdmin || tenantIds.every((id) => id.toLowerCase() === actor.tenantId) ? null : 'RQ403')

/** The duration as it is stored: what is perpetual has 255 years, whichever of the two was given. */
function durationOf(perpetual: boolean, years: number, months: number, days: number): Duration {
  const forEver = isPerpetual({ perpetual, years })
  return { years: forEver ? perpetualYears : years, months, days, perpetual: forEver }
}

export const licenseOf = (d: ProductDraft): Duration =>
  durationOf(d.licenseIsPerpetual, d.licenseDurationYears, d.licenseDurationMonths, d.licenseDurationDays)

export const maintenanceOf = (d: ProductDraft): Duration =>
  durationOf(
    d.maintenanceIsPerpetual,
    d.maintenanceDurationYears,
    d.maintenanceDurationMonths,
    d.maintenanceDurationDays,
  )

/** An upgrade right extends a product and has no subscription of its own, so its subscription is cleared (rules C6). */
export const subscriptionOf = (draft: ProductDraft): number | null =>
  draft.islicenseUpgradeRight ? null : (draft.subscriptionId ?? null)

/** A product cannot extend itself (rules C6). */
export const selfExtension = (draft: ProductDraft, productId: string): Refusal | null =>
  draft.extendedProductId?.toLowerCase() === productId.toLowerCase()
    ? invalid(['extendedProductId'], 'self', 'A product does not extend itself')
    : null
