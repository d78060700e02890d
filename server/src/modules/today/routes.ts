import { firstSteps } from '@trellis/contract/first-steps'
import { today } from '@trellis/contract/today'
import { routes } from '../../platform/http/routes.ts'
import { saveFirstSteps } from '../people/index.ts'
import { readFirstSteps } from './first-steps.ts'
import { listToday } from './list-today.ts'

export const todayRoutes = routes('today', today, {
  list: ({ tx, actor, query }) => listToday(tx, actor, query),
})

export const firstStepsRoutes = routes('firstSteps', firstSteps, {
  read: ({ tx, actor }) => readFirstSteps(tx, actor),

  async change({ tx, actor, body }) {
    await saveFirstSteps(tx, actor, body)
    return readFirstSteps(tx, actor)
  },
})
