import { find } from '@trellis/contract/find'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { findByText, presentRecords } from './find.ts'

export const findRoutes = routes('find', find, {
  async search({ tx, actor, body }) {
    return found(await findByText(tx, actor, body.text))
  },
  async records({ tx, actor, body }) {
    return found(await presentRecords(tx, actor, body.records))
  },
})
