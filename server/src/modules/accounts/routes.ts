import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { addAddress, editAccount, editAddress } from './edit-account.ts'
import { findReachable, listAccounts, listTree, presentAccount, type TreeRow } from './queries.ts'

export const accountsRoutes = routes('accounts', accounts, {
  async search({ tx, actor, body }) {
    const parent = found(await findReachable(tx, body.parentAccountId ?? actor.accountId))
    return found(await listAccounts(tx, actor, body, parent.accountId))
  },

  async tree({ tx, actor, query }) {
    const top = found(await findReachable(tx, query.parentAccountId ?? actor.accountId))
    return nested(await listTree(tx, top.accountId))
  },

  async read({ tx, actor, params }) {
    return found(await presentAccount(tx, actor, params.id))
  },

  async update({ tx, actor, params, body }) {
    await editAccount(tx, actor, params.id, body)
    return found(await presentAccount(tx, actor, params.id))
  },

  async updateAddress({ tx, actor, params, body }) {
    await editAddress(tx, actor, params.accountId, params.addressId, body)
    return found(await presentAccount(tx, actor, params.accountId))
  },

  async addAddress({ tx, actor, params, body }) {
    return { id: await addAddress(tx, actor, params.accountId, body) }
  },
})

function nested(rows: TreeRow[]): AccountNode {
  const nodes = new Map<string, AccountNode>()
  for (const { id, name, groupName, level, parentId } of rows) {
    const node: AccountNode = { id, name, groupName, level, children: [] }
    nodes.set(id, node)
    nodes.get(parentId ?? '')?.children.push(node)
  }
  return found(nodes.get(rows[0]?.id ?? ''))
}
