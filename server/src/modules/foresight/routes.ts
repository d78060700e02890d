import { foresight } from '@trellis/contract/foresight'
import { routes } from '../../platform/http/routes.ts'
import { reachedId } from '../accounts/index.ts'
import { listForesight } from './list-foresight.ts'

export const foresightRoutes = routes('foresight', foresight, {
  async list({ tx, actor, query: { accountId, ...asked } }) {
    return listForesight(tx, actor, { ...asked, accountId: await reachedId(tx, actor, accountId) })
  },
})
