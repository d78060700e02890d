import type { ProductDraft, ProductStatus } from '@trellis/contract/catalogue'
import type { Code } from '@trellis/contract/codes'
import { type Duration, isPerpetual } from '@trellis/contract/durations'
import { holds } from '@trellis/contract/permissions'
import { perpetualYears } from '@trellis/contract/values'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** With `ra` on Products one sees all that the tenant has; everybody else what their account can buy (rules C3). */
export const seesAll = (actor: Actor): boolean => holds(actor.permissions, 'Products', 'ra')

/** Why the actor may not do this to a product it sees: only the tenant that made a product changes it. */
export function whyNot(action: 'update' | 'delete', product: { owned: boolean }, actor: Actor): Code | null {
  const flag = action === 'update' ? 'u' : 'd'
  return product.owned && holds(actor.permissions, 'Products', flag) ? null : 'RQ403'
}

/** Why the actor may not do this to a product type or a feature: one that is in use stays. */
export function whyNotType(action: 'update' | 'delete', isUsed: boolean, actor: Actor): Code | null {
  if (!holds(actor.permissions, 'ProductTypes', action === 'update' ? 'u' : 'd')) return 'RQ403'
  return action === 'delete' && isUsed ? 'RQ409' : null
}

/** Marking a product Deleted through the editor is deleting it. */
export const whyNotStatus = (from: ProductStatus, to: ProductStatus | undefined, actor: Actor): Code | null =>
  to === 'Deleted' && from !== 'Deleted' ? whyNot('delete', { owned: true }, actor) : null

/** Only a super admin shows a product in another tenant than the own one. */
export const whyNotPublish = (tenantIds: readonly string[], actor: Actor): Code | null =>
  actor.isSuperAdmin || tenantIds.every((id) => id.toLowerCase() === actor.tenantId) ? null : 'RQ403'

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

/** An upgrade right says what it extends and has no subscription of its own: the switch clears that (rules C6). */
export const subscriptionOf = (draft: ProductDraft): number | null =>
  draft.islicenseUpgradeRight ? null : (draft.subscriptionId ?? null)

/** The list of products to extend leaves out the product itself (rules C6). */
export const selfExtension = (draft: ProductDraft, productId: string): Refusal | null =>
  draft.extendedProductId?.toLowerCase() === productId.toLowerCase()
    ? invalid(['extendedProductId'], 'self', 'A product does not extend itself')
    : null
