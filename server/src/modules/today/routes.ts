import { today } from '@trellis/contract/today'
import { routes } from '../../platform/http/routes.ts'
import { listToday } from './list-today.ts'

export const todayRoutes = routes('today', today, {
  list: ({ tx, actor, query }) => listToday(tx, actor, query),
})
