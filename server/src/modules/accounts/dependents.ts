import type { Out } from '@trellis/contract/endpoint'
import type { InTheWay, MovePreview, NewAccountUser } from '@trellis/contract/network'
import type { Read, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** A branch of the tree after its move: its uppermost account, and the accounts that are no longer, or newly, above it. */
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

/**
 * What the columns below this one do when an account is created, moved or deleted. They import accounts, so accounts does
 * not import them: app.ts hands their functions to the routes. All of them run in the transaction of the call.
 */
export interface Dependents {
  people: {
    inviteAdministrator(
      tx: Tx,
      actor: Actor,
      account: { accountId: string; name: string },
      administrator: Administrator,
    ): Promise<void>
    hasSuperAdmin(tx: Read, accountId: string): Promise<boolean>
    /** Suspends, deletes and signs out the users of an account, and revokes their invitations. */
    removeUsers(tx: Tx, accountId: string): Promise<void>
    countUsers(tx: Read, branchId: string): Promise<number>
  }
  priceLists: {
    /** Does the parent have a list to give that the actor may give? */
    isRequired(tx: Read, actor: Actor, parentId: string): Promise<boolean>
    associate(tx: Tx, actor: Actor, accountId: string, association: Association): Promise<void>
    /** Takes the account's list from it and returns what it had. */
    dropAssociation(tx: Tx, accountId: string): Promise<Association | undefined>
    /** By which list the accounts of a branch are served now, and would be below another parent. */
    listServed(tx: Read, branchId: string, parentId: string): Promise<MovePreview['priceLists']>
  }
  stock: {
    findOnHand(tx: Read, accountId: string): Promise<Pick<InTheWay, 'stockProducts' | 'stock'>>
  }
  orders: {
    /** Of the account itself, as buyer or vendor. */
    findPending(tx: Read, accountId: string): Promise<PendingOrders>
    /** That buyers in the branch have with one of these vendors. */
    findPendingFrom(tx: Read, branchId: string, vendorIds: string[]): Promise<PendingOrders>
    countOrders(tx: Read, branchId: string): Promise<Pick<MovePreview, 'ordersBought' | 'ordersSold'>>
    /** Takes the branch's orders from the lists and counters of those no longer above it, and adds them to the new ones. */
    rescope(tx: Tx, branch: MovedBranch): Promise<void>
  }
  licenses: {
    countLicenses(tx: Read, branchId: string): Promise<number>
    rescope(tx: Tx, branch: MovedBranch): Promise<void>
  }
  sales: {
    rescope(tx: Tx, branch: MovedBranch): Promise<void>
  }
}
