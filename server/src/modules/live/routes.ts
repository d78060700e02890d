import { live as calls } from '@trellis/contract/live'
import { routes } from '../../platform/http/routes.ts'
import type { Live } from './live.ts'

export const liveRoutes = (live: Live) =>
  routes('live', calls, {
    async changes({ actor, request }) {
      return live.open(actor, request.headers.authorization?.split(' ')[1] ?? '')
    },
  })
