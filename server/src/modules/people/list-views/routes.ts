import { listViews, mostViews } from '@trellis/contract/list-views'
import type { Tx } from '../../../platform/database/tx.ts'
import { routes } from '../../../platform/http/routes.ts'
import { newId } from '../../../platform/ids.ts'
import { found, invalid, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import {
  clearDefault,
  deleteView,
  findView,
  insertView,
  lockViewsOf,
  presentView,
  readLists,
  saveColumns,
  updateView,
  viewsBeside,
} from './queries.ts'

export const listViewsRoutes = routes('listViews', listViews, {
  async read({ tx, actor }) {
    return found(await readLists(tx, actor))
  },

  async create({ tx, actor, body }) {
    await lockViewsOf(tx, actor)
    await refuseTaken(tx, actor, body.list, body.name, null)
    const { count } = await viewsBeside(tx, actor, body.list, body.name, null)
    if (count >= mostViews) throw new Refusal('RQ409', null, `At most ${mostViews} views of a list`)
    if (body.isDefault) await clearDefault(tx, actor, body.list)
    const viewId = newId()
    await insertView(tx, actor, viewId, body)
    return found(await presentView(tx, actor, viewId))
  },

  async update({ tx, actor, params, body }) {
    await lockViewsOf(tx, actor)
    const { list } = found(await findView(tx, actor, params.id))
    if (body.name !== undefined) await refuseTaken(tx, actor, list, body.name, params.id)
    if (body.isDefault) await clearDefault(tx, actor, list)
    await updateView(tx, actor, params.id, body)
    return found(await presentView(tx, actor, params.id))
  },

  async remove({ tx, actor, params }) {
    if ((await deleteView(tx, actor, params.id)) === 0) throw new Refusal('RQ404')
  },

  async chooseColumns({ tx, actor, body }) {
    await saveColumns(tx, actor, body)
  },
})

async function refuseTaken(tx: Tx, actor: Actor, list: string, name: string, viewId: string | null): Promise<void> {
  if ((await viewsBeside(tx, actor, list, name, viewId)).isTaken)
    throw invalid(['name'], 'taken', 'The list already has a view of this name')
}
