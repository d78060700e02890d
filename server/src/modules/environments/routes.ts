import { environments } from '@trellis/contract/environments'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { reachedId } from '../accounts/index.ts'
import { listEnvironmentOptions, listEnvironments, presentEnvironment } from './queries.ts'
import { createEnvironment, removeEnvironment, updateEnvironment } from './save-environment.ts'

export const environmentsRoutes = routes('environments', environments, {
  async search({ tx, actor, body }) {
    const accountId = await reachedId(tx, actor, body.parentAccountId)
    return found(await listEnvironments(tx, body, accountId, actor))
  },

  async create({ tx, actor, body }) {
    return { id: await createEnvironment(tx, actor, body) }
  },

  async lookup({ tx, actor, params }) {
    const accountId = await reachedId(tx, actor, params.accountId)
    return found(await listEnvironmentOptions(tx, accountId))
  },

  async read({ tx, actor, params }) {
    return found(await presentEnvironment(tx, params.id, actor))
  },

  async update({ tx, actor, params, body }) {
    await updateEnvironment(tx, params.id, body)
    return found(await presentEnvironment(tx, params.id, actor))
  },

  async remove({ tx, actor, params }) {
    await removeEnvironment(tx, actor, params.id)
    return undefined
  },
})
