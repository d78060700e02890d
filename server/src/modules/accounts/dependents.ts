import type { Out } from '@trellis/contract/endpoint'
import type { InTheWay, MovePreview, NewAccountUser } from '@trellis/contract/network'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

/**
 * A branch that has been moved: its top account, and the accounts that are no longer (`lost`) and newly (`gained`) above
 * it.
 */
export interface MovedBranch {
  accountId: string
  lost: string[]
  gained: string[]
}

export type Administrator = Out<typeof NewAccountUser>
export type PendingOrders = Pick<InTheWay, 'pendingOrders' | 'orders'>

interface Association {
  priceListId: string
  canPropagate: boolean
}

/** A user who was invited, or asked to act for the account by the sign-in that they have. */
export interface Invited {
  id: string
  hasOwnSignIn: boolean
}

/**
 * What other columns do when an account is created, moved or deleted. They import accounts, so accounts cannot import
 * them; app.ts passes their functions to the routes. All of them run in the transaction of the call.
 */
export interface Dependents {
  people: {
    inviteAdministrator(
      tx: Tx,
      actor: Actor,
      account: { accountId: string; name: string },
      administrator: Administrator,
    ): Promise<Invited>
    hasSuperAdmin(tx: Reader, accountId: string): Promise<boolean>
    /** Suspends, deletes and signs out the users of an account, revokes their invitations, and ends its API keys. */
    removeUsers(tx: Tx, accountId: string): Promise<void>
    countUsers(tx: Reader, branchId: string): Promise<number>
    /** After a move: who reaches what has changed, so sessions and API keys are read again. */
    whenMoved(tx: Tx): Promise<void>
  }
  priceLists: {
    /** Whether the parent has a list that the actor may assign, so that a new account must get one. */
    isRequired(tx: Reader, actor: Actor, parentId: string): Promise<boolean>
    associate(tx: Tx, actor: Actor, accountId: string, association: Association): Promise<void>
    /** Removes the account's list and returns the association. */
    dropAssociation(tx: Tx, accountId: string): Promise<Association | undefined>
    /** The lists that serve the accounts of a branch now, and those that would serve them below another parent. */
    listServed(tx: Reader, branchId: string, parentId: string): Promise<MovePreview['priceLists']>
  }
  stock: {
    findOnHand(tx: Reader, accountId: string): Promise<Pick<InTheWay, 'stockProducts' | 'stock'>>
  }
  orders: {
    /** The pending orders of the account, as buyer or vendor. */
    findPending(tx: Reader, accountId: string): Promise<PendingOrders>
    /** The pending orders of buyers in the branch with one of these vendors. */
    findPendingFrom(tx: Reader, branchId: string, vendorIds: string[]): Promise<PendingOrders>
    countOrders(tx: Reader, branchId: string): Promise<Pick<MovePreview, 'ordersBought' | 'ordersSold'>>
  }
  licenses: {
    countLicenses(tx: Reader, branchId: string): Promise<number>
  }
  sales: {
    rescope(tx: Tx, branch: MovedBranch): Promise<void>
  }
}
