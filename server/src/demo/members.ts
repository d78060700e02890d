import type { Actor } from '../platform/tenancy.ts'
import type { DemoProduct } from './catalogue.ts'
import type { DemoCompany } from './companies.ts'

export interface Product extends DemoProduct {
  productId: string
}

/** An account of the demo with its administrator. */
export interface Member {
  company: DemoCompany
  accountId: string
  parent: Member | null
  /** Vendor 0, distributors 1, resellers 2, end users 3. */
  tier: number
  admin: Actor
  /** Its prices by product; it cannot buy a missing one. */
  prices: Map<string, number>
}

export interface World {
  tenantId: string
  vendor: Member
  members: Member[]
  products: Product[]
}

/** Whether `member` is this account or one below it. */
export const isBelow = (member: Member, above: Member): boolean =>
  member === above || (member.parent !== null && isBelow(member.parent, above))
