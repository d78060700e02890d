import { sql } from '../../platform/database/sql.ts'

/** SQL: the defaults of business rules that the transaction's tenant has set (rules G16). */
export const tenantDefaults = {
  /** Days for which a registered deal is protected, and that an extension adds. */
  protectionDays: sql`(select d.protection_days from offered.tenant_defaults d where d.tenant_id = (select current_tenant()))`,
  /** Days that a pending sell-out holds its stock. */
  stockHoldDays: sql`(select d.stock_hold_days from offered.tenant_defaults d where d.tenant_id = (select current_tenant()))`,
}

/** SQL: the time zone whose days documents of the transaction's tenant print (decision 113). */
export const tenantZone = sql`(select t.time_zone from offered.tenants t where t.tenant_id = (select current_tenant()))`

/** SQL: the smallest number of days in the list that is at least the whole days until `due`; null beyond the list. */
export const reminderStep = (
  list: 'certificate_reminder_days' | 'license_reminder_days',
  due: ReturnType<typeof sql>,
) =>
  sql`(select min(s.days) from offered.tenant_defaults d cross join unnest(d.${sql.ref(list)}) as s (days)
       where d.tenant_id = (select current_tenant()) and ${due} <= (select clock()) + s.days * interval '1 day')`

/** SQL: the end of the time for which reminders are due now; null when the tenant wants none. */
export const lastReminded = (list: 'certificate_reminder_days' | 'license_reminder_days') =>
  sql`(select clock() + max(s.days) * interval '1 day' from offered.tenant_defaults d
       cross join unnest(d.${sql.ref(list)}) as s (days) where d.tenant_id = (select current_tenant()))`
