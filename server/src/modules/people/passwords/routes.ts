import { passwords } from '@trellis/contract/identity'
import { clientOf } from '../../../platform/http/client.ts'
import { routes } from '../../../platform/http/routes.ts'
import type { Allowance, Throttle } from '../../../platform/throttle.ts'
import type { Mailer } from '../../mail/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { changePassword } from './change-password.ts'
import { requestReset, resetPassword } from './reset-password.ts'

export interface PasswordMeans {
  sessions: Sessions
  mailer: Mailer
  throttle: Throttle
}

/** Links that one client may request, for all addresses together. */
const requests: Allowance = { free: 20, seconds: 900, longest: 900, memory: 900 }
/** Wrong tokens allowed per client before further wrong ones are refused with a wait. A valid token never waits. */
const wrongTokens: Allowance = { free: 20, seconds: 300, longest: 3600, memory: 3600 }

export const passwordsRoutes = ({ sessions, mailer, throttle }: PasswordMeans) =>
  routes('passwords', passwords, {
    async requestReset({ tx, tenant, request, body }) {
      await throttle.take(`reset-request:${clientOf(request)}`, requests)
      await requestReset(tx, tenant.tenantId, body.email)
    },

    async reset({ tx, read, request, body }) {
      const countWrongToken = () => throttle.take(`reset:${clientOf(request)}`, wrongTokens)
      await resetPassword({ tx, read, body, sessions, mailer, countWrongToken })
    },

    async change({ tx, read, actor, body }) {
      await changePassword({ tx, read, actor, body, throttle, sessions, mailer })
    },
  })
