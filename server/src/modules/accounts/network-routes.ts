import { network } from '@trellis/contract/network'
import { type Route, routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { closeAccount, previewRemoval } from './delete-account.ts'
import type { Dependents } from './dependents.ts'
import { moveAccount } from './move-account.ts'
import { openAccount } from './open-account.ts'
import { previewMove } from './preview-move.ts'
import { presentAccount } from './queries.ts'

/** Calls that change the tree: accounts are created, deleted and moved with everything that belongs to them. */
export const networkRoutes = (dependents: Dependents): Route[] =>
  routes('network', network, {
    async create({ tx, actor, body }) {
      return openAccount(tx, actor, body, dependents)
    },

    async remove({ tx, actor, params }) {
      await closeAccount(tx, actor, params.id, dependents)
      return undefined
    },

    async removal({ tx, actor, params }) {
      return previewRemoval(tx, actor, params.id, dependents)
    },

    async movePreview({ tx, actor, params, query }) {
      return previewMove(tx, actor, params.id, query.parentAccountId, dependents)
    },

    async move({ tx, actor, params, body }) {
      await moveAccount(tx, actor, params.id, body.parentAccountId, dependents)
      return found(await presentAccount(tx, actor, params.id))
    },
  })
