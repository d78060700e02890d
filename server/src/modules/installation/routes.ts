import { installation } from '@trellis/contract/installation'
import { asTenant } from '../../platform/database/as-tenant.ts'
import { routes } from '../../platform/http/routes.ts'
import { found } from '../../platform/refusal.ts'
import { listAdministrators } from '../people/index.ts'
import { type CreatingMeans, createTenant } from './create-tenant.ts'
import { findInstalled, listInstalled } from './list-tenants.ts'
import { type InTenant, resendInvitation } from './resend.ts'

export interface InstallationMeans extends CreatingMeans {
  clock?: (() => string) | undefined
}

/** For operators of the installation (rules P67); the dispatcher refuses RQ404 to everybody else. */
export const installationRoutes = (means: InstallationMeans) =>
  routes('installation', installation, {
    search: ({ tx, actor, body }) => listInstalled(tx, body, actor.timeZone, means),

    create: ({ tx, actor, body }) => createTenant(tx, actor, body, means),

    async read({ tx, params, request }) {
      const { isHere: _, ...tenant } = found(await findInstalled(tx, params.code, means))
      const nobody = { userId: null, reach: null, clock: means.clock?.() ?? null, requestId: request.id }
      const administrators = await listAdministrators(means.db.read({ tenantId: tenant.tenantId, ...nobody }))
      return { ...tenant, administrators }
    },

    async resend({ tx, params, request }) {
      const { isHere, ...tenant } = found(await findInstalled(tx, params.code, means))
      const nobody = { userId: null, reach: null, clock: means.clock?.() ?? null, requestId: request.id }
      const inTenant: InTenant = (work) =>
        isHere
          ? asTenant(tx, tenant.tenantId, () => work(tx))
          : means.db.write({ tenantId: tenant.tenantId, ...nobody }, work)
      await resendInvitation(tx, tenant, params.id, { mailer: means.mailer, inTenant })
    },
  })
