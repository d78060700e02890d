import { settings } from '@trellis/contract/settings'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, invalid } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { version } from '../../platform/version.ts'
import { readWhole } from '../files/index.ts'
import type { Sessions } from '../people/index.ts'
import {
  findLogo,
  findSettings,
  findTenantByCode,
  findTenantRole,
  listGroups,
  listTakenElsewhere,
  listTenantGroups,
  listTenantRoles,
  lockSettings,
} from '../tenants/index.ts'
import { changeGroup, changeRole, createRole, removeRole } from './change-roles.ts'
import { changeSettings } from './change-settings.ts'
import { domainsOf, findProved, prove, type ResolveTxt } from './domains.ts'
import { maximumLogoBytes, removeLogo, setLogo } from './logo.ts'
import { mustAdminister, presentRole } from './rules.ts'

export interface SettingsMeans {
  db: Database
  config: Pick<Config, 'environment' | 'defaultTenant' | 'publicUrl'>
  storage: Storage
  sessions: Sessions
  /** Asks DNS; tests have an answer of their own. */
  resolveTxt: ResolveTxt
}

/** What the super admins of the root account set for their tenant (rules G14 to G17). */
export function settingsRoutes({ db, config, storage, sessions, resolveTxt }: SettingsMeans) {
  const present = async (tx: Reader, { tenantId }: Actor) => {
    const { provedDomains, isSandbox, ...stored } = found(await findSettings(tx))
    const environment = isSandbox ? ('sandbox' as const) : config.environment
    const domains = domainsOf(tx, tenantId, { ...stored, provedDomains })
    return { ...stored, domains, environment, version }
  }

  const refuseElsewhere = async ({ tenantId }: Actor, hosts: string[]) => {
    const taken = await listTakenElsewhere(db, tenantId, hosts)
    const at = hosts.findIndex((host) => taken.includes(host))
    if (at >= 0) throw invalid(['hosts', at], 'taken', `${hosts[at]} leads to another tenant`)
  }

  return routes('settings', settings, {
    async read({ tx, actor }) {
      mustAdminister(actor)
      return present(tx, actor)
    },

    async change({ tx, actor, body }) {
      mustAdminister(actor)
      await refuseElsewhere(actor, body.hosts ?? [])
      await changeSettings(tx, actor.tenantId, body, config)
      return present(tx, actor)
    },

    async checkDomains({ read, tx, actor }) {
      mustAdminister(actor)
      const { tenantId } = actor
      const open = domainsOf(read, tenantId, found(await findSettings(read))).filter(({ proved }) => !proved)
      // Before the transaction: names are looked up for seconds.
      const names = await findProved(resolveTxt, open)
      await refuseElsewhere(actor, names)
      await lockSettings(tx)
      const { provedDomains, ...now } = found(await findSettings(tx))
      const claimed = domainsOf(tx, tenantId, { ...now, provedDomains }).map(({ name }) => name)
      await prove(
        tx,
        tenantId,
        provedDomains,
        names.filter((name) => claimed.includes(name)),
      )
      return present(tx, actor)
    },

    async setLogo({ tx, tenant, actor, body }) {
      mustAdminister(actor)
      const content = await readWhole({ tx, storage }, actor, body.accountFileId, maximumLogoBytes)
      await setLogo(tx, tenant, content)
      return present(tx, actor)
    },

    async removeLogo({ tx, actor }) {
      mustAdminister(actor)
      await removeLogo(tx, actor.tenantId)
    },

    async logo({ params, reply }) {
      const { tenantId } = found(await findTenantByCode(db, params.tenantCode))
      const logo = await findLogo(db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }))
      const { type, content } = found(logo)
      // The address changes with the image. Mail programs in browsers load it from other sites.
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      return Download.of('logo', type, content)
    },

    async roles({ tx, actor }) {
      mustAdminister(actor)
      return (await listTenantRoles(tx)).map(presentRole)
    },

    async createRole({ tx, actor, body }) {
      mustAdminister(actor)
      return { id: await createRole(tx, body) }
    },

    async updateRole({ tx, actor, params, body }) {
      mustAdminister(actor)
      await changeRole(tx, params.roleId, body, sessions)
      return presentRole(found(await findTenantRole(tx, params.roleId)))
    },

    async removeRole({ tx, actor, params }) {
      mustAdminister(actor)
      await removeRole(tx, params.roleId, sessions)
    },

    async groups({ tx, actor }) {
      mustAdminister(actor)
      return listTenantGroups(tx)
    },

    async updateGroup({ tx, actor, params, body }) {
      mustAdminister(actor)
      await changeGroup(tx, params.groupId, body.name)
      return found((await listGroups(tx)).find(({ groupId }) => groupId === params.groupId))
    },
  })
}
