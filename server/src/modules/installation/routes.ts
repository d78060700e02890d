import { installation } from '@trellis/contract/installation'
import type { Database } from '../../platform/database/database.ts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { listAdministrators } from '../people/index.ts'
import { type CreatingMeans, createTenant } from './create-tenant.ts'
import { findInstalled, listInstalled } from './list-tenants.ts'
import { resendInvitation } from './resend.ts'

export interface InstallationMeans extends CreatingMeans {
  db: Database
  clock?: (() => string) | undefined
}

/** For operators of the installation (rules P67); the dispatcher refuses RQ404 to everybody else. */
export const installationRoutes = (means: InstallationMeans) =>
  routes('installation', installation, {
    search: ({ tx, actor, body }) => listInstalled(tx, body, actor.timeZone, means.config),

    create: ({ tx, actor, body }) => createTenant(tx, actor, body, means),

    async read({ tx, params, request }) {
      const tenant = found(await findInstalled(tx, params.code, means.config))
      const nobody = { userId: null, reach: null, clock: means.clock?.() ?? null, requestId: request.id }
      const administrators = await listAdministrators(means.db.read({ tenantId: tenant.tenantId, ...nobody }))
      return { ...tenant, administrators }
    },

    async resend({ tx, params }) {
      const tenant = found(await findInstalled(tx, params.code, means.config))
      await resendInvitation(tx, tenant, params.id, means.mailer)
    },
  })
