import { tenants } from '@trellis/contract/tenants'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { tenantCodeForm } from '../../platform/http/dispatch.ts'
import { routes } from '../../platform/http/routes.ts'
import { Refusal } from '../../platform/refusal.ts'
import { version } from '../../platform/version.ts'
import { countriesIn } from './countries.ts'
import type { Maintenances } from './maintenance.ts'
import * as queries from './queries.ts'

export interface TenantsMeans {
  db: Database
  config: Pick<Config, 'environment' | 'defaultTenant'>
  maintenance: Pick<Maintenances, 'shown'>
}

const findByCode = async (db: Database, code: string | string[]) =>
  typeof code === 'string' && tenantCodeForm.test(code) ? queries.findTenantByCode(db, code) : undefined

export const tenantsRoutes = ({ db, config, maintenance }: TenantsMeans) =>
  routes('tenants', tenants, {
    async current({ request }) {
      const code = request.headers['x-tenant-code']
      const tenant =
        code === undefined
          ? await queries.findTenantByHost(db, request.hostname.toLowerCase(), config.defaultTenant)
          : await findByCode(db, code)
      if (!tenant) throw new Refusal('RQ400', null, 'Unknown tenant')
      return {
        tenantCode: tenant.code,
        tenantName: tenant.name,
        logoUrl: tenant.logo_url,
        theme: tenant.theme,
        excludedMenuEntries: tenant.excluded_menu_entries,
        externalLinks: tenant.external_links,
        timeZone: tenant.timeZone,
        environment: tenant.isSandbox ? ('sandbox' as const) : config.environment,
        secondsAhead: tenant.secondsAhead,
        maintenance: maintenance.shown(tenant.tenantId),
        version,
      }
    },

    async lookup({ actor, tenant }) {
      const all = await queries.listTenants(db)
      const own = all.find((entry) => entry.tenantId === tenant.tenantId)
      // A sandbox and the real tenants do not know of each other.
      const shown =
        actor.isSuperAdmin && own?.isSandbox === false ? all.filter(({ isSandbox }) => !isSandbox) : own ? [own] : []
      return shown.map(({ isSandbox: _, ...entry }) => entry)
    },

    currencies: ({ tx }) => queries.listCurrencies(tx),
    countries: async ({ query, actor }) => countriesIn(query.languageId ?? actor.languageCode),
    groups: ({ tx }) => queries.listGroups(tx),
    roles: ({ tx }) => queries.listRoles(tx),

    async subscriptions({ tx, body }) {
      const all = await queries.listSubscriptions(tx)
      return { items: all.slice(0, body.limit), count: all.length }
    },
  })
