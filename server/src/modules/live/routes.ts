import { live as calls } from '@trellis/contract/live'
import { routes } from '../../platform/http/routes.ts'
import type { Live } from './live.ts'

export const liveRoutes = (live: Live) =>
  routes('live', calls, {
    async changes({ actor, request, query }) {
      return live.open(actor, request.headers.authorization?.split(' ')[1] ?? '', query.since)
    },
  })
