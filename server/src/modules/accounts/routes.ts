import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { JsonText } from '../../platform/database/tx.ts'
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
    const accountId = await reachedId(tx, actor, query.parentAccountId)
    // As text: comparing each of many thousand accounts with the contract would take longer than reading them. Tests compare it.
    return new JsonText<AccountNode>(JSON.stringify(nested(await listTree(tx, actor, accountId), accountId)))
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

function nested(rows: TreeRow[], topId: string): AccountNode {
  const nodes = new Map<string, AccountNode>(
    rows.map(({ id, name, groupName, level }) => [id, { id, name, groupName, level, children: [] }]),
  )
  for (const { id, parentId } of rows) nodes.get(parentId ?? '')?.children.push(found(nodes.get(id)))
  return found(nodes.get(topId))
}
