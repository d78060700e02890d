import { findRootAccount } from '../modules/accounts/index.ts'
import { lastSignIn } from '../modules/people/index.ts'
import { findLogo, findSettings, findTenantSettings, listMaintenances } from '../modules/tenants/index.ts'
import { sql } from '../platform/database/sql.ts'
import type { Reader } from '../platform/database/tx.ts'
import { type Command, tenantOf } from './command.ts'
import { inMaintenance } from './maintenance.ts'

export const tenantShow: Command = {
  name: 'tenant show',
  positionals: ['CODE'],
  summary:
    'A tenant: its brand, hosts, menu, sender, currency and defaults, what it holds, and when somebody last signed in',
  options: {},
  async run({ positionals: [code = ''], out, database }) {
    const db = await database()
    const { tenantId } = await tenantOf(db, code, { maybeGoing: true })
    const read = db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    const about = await findTenantSettings(db, tenantId)
    const settings = await findSettings(read)
    const root = await findRootAccount(read)
    const logo = await findLogo(read)
    const counts = await countAll(read)
    const signedIn = await lastSignIn(read)
    const maintenance = (await listMaintenances(db)).find((each) => (each.tenantId ?? tenantId) === tenantId)
    const { suspendedAt, suspensionReason, deletionBeganAt } = about ?? {}
    const shown = {
      ...about,
      ...settings,
      logoBytes: logo?.content.length ?? 0,
      rootAccountCode: root?.code ?? null,
      rootAccountName: root?.name ?? null,
      ...counts,
      lastSignIn: signedIn,
    }
    const days = (list: number[] | undefined) => list?.join(', ') || 'none'
    const { defaults } = settings ?? {}
    const lines = {
      Tenant: `${shown.tenantCode} (${shown.tenantName})`,
      State: deletionBeganAt
        ? `is being deleted since ${deletionBeganAt.toISOString()}`
        : suspendedAt
          ? `suspended since ${suspendedAt.toISOString()}${suspensionReason ? `: ${suspensionReason}` : ''}`
          : maintenance
            ? inMaintenance(maintenance)
            : shown.isSandbox
              ? 'in service, a sandbox'
              : 'in service',
      'Root account': `${shown.rootAccountCode} (${shown.rootAccountName})`,
      Hosts:
        shown.hosts?.join(', ') || 'none: served on its code as the first label of localhost, and where no other is',
      Colour: shown.theme?.primaryColor ?? 'the standard one',
      Logo: logo ? `${logo.type}, ${inWords(logo.content.length)} bytes` : 'none: its name is shown',
      Hidden: shown.excludedMenuEntries?.join(', ') || 'none',
      Links: shown.externalLinks?.map(({ entry, url }) => `${entry}=${url}`).join(', ') || 'none',
      'Mail sender': shown.mailFrom ?? 'MAIL_FROM, else no-reply@ its host',
      'Time zone': shown.timeZone,
      Currency: shown.currencyCode,
      Protection: `${defaults?.protectionDays} days`,
      'Stock hold': `${defaults?.stockHoldDays} days`,
      Reminders: `certificates ${days(defaults?.certificateReminderDays)}; keys ${days(defaults?.licenseReminderDays)} days before`,
      Accounts: inWords(counts.accounts),
      Users: `${inWords(counts.users)}, of them ${inWords(counts.activeUsers)} active`,
      Products: `${inWords(counts.products)} own, ${inWords(counts.publishedProducts)} of other tenants`,
      Orders: inWords(counts.orders),
      Licenses: inWords(counts.licenses),
      Deals: inWords(counts.deals),
      Files: `${inWords(counts.files)}, ${inWords(counts.fileBytes)} bytes`,
      Created: shown.createdAt?.toISOString(),
      'Last sign-in': signedIn?.toISOString() ?? 'never',
    }
    for (const [name, value] of Object.entries(lines)) out.say(`${`${name}:`.padEnd(14)}${value}`)
    out.answer(shown)
    return true
  },
}

const inWords = (count: number): string => count.toLocaleString('en')

export interface Counts {
  accounts: number
  users: number
  activeUsers: number
  products: number
  /** Products of other tenants that are published in this one. */
  publishedProducts: number
  orders: number
  licenses: number
  deals: number
  files: number
  fileBytes: number
}

/** Reads the rows of the tenant: seconds for millions of orders. */
export async function countAll(read: Reader): Promise<Counts> {
  const row = await read.row<Counts>(sql`
    select
      (select count(*) from offered.accounts a
       where a.tenant_id = t.id and a.deleted_at is null) as accounts,
      (select count(*) from offered.users u where u.tenant_id = t.id and u.deleted_at is null) as users,
      (select count(*) from offered.users u
       where u.tenant_id = t.id and u.deleted_at is null and u.status = 'user_active') as "activeUsers",
      (select count(*) from offered.product_publications p
       where p.tenant_id = t.id and p.owner_tenant_id = t.id) as products,
      (select count(*) from offered.product_publications p
       where p.tenant_id = t.id and p.owner_tenant_id <> t.id) as "publishedProducts",
      (select count(*) from offered.orders o where o.tenant_id = t.id) as orders,
      (select count(*) from offered.licenses l where l.tenant_id = t.id) as licenses,
      (select count(*) from offered.deals d where d.tenant_id = t.id) as deals,
      (select count(*) from offered.files f where f.tenant_id = t.id) as files,
      (select coalesce(sum(f.size), 0)::bigint from offered.files f where f.tenant_id = t.id) as "fileBytes"
    from (select current_tenant() as id) t`)
  if (row === undefined) throw new Error('Counts are one row')
  return row
}
