import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { addAddress, editAccount, editAddress } from './edit-account.ts'
import { listAccounts, listTree, presentAccount, type TreeRow } from './queries.ts'
import { reachedId } from './reached-account.ts'

export const accountsRoutes = routes('accounts', accounts, {
  async search({ tx, actor, body }) {
    return found(await listAccounts(tx, actor, body, await reachedId(tx, actor, body.parentAccountId)))
  },

  async tree({ tx, actor, query }) {
    return nested(await listTree(tx, await reachedId(tx, actor, query.parentAccountId)))
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
