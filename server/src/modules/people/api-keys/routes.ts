import { apiKeys } from '@trellis/contract/api-keys'
import { routes } from '../../../platform/http/routes.ts'
import { reachedId } from '../../accounts/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { listKeys } from './list-keys.ts'
import { createKey, endKey } from './save-key.ts'

export const apiKeysRoutes = ({ sessions }: { sessions: Sessions }) =>
  routes('apiKeys', apiKeys, {
    async search({ tx, actor, body }) {
      return listKeys(tx, body, await reachedId(tx, actor, body.parentAccountId), actor)
    },

    create: ({ tx, actor, body }) => createKey(tx, actor, body),

    end: ({ tx, params }) => endKey(tx, params.id, sessions),
  })
