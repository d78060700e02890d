import type { ImportKind } from '@trellis/contract/import-columns'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { inReach } from '../../../platform/import/stage.ts'

/*
 * The rows of an import file, made of what the portal holds: what an export writes is what an import reads. Codes of
 * accounts out of reach are left empty. `id` names the thing that a row belongs to, so that a list can be given its rows.
 */

/** Restricts the rows to some things; null for all that are in reach. */
type Ids = readonly string[] | null
const among = (id: Sql, ids: Ids): Sql => (ids === null ? sql`true` : sql`${id} = any(${[...ids]}::uuid[])`)
const tenant = sql`(select current_tenant())`
/** An instant to the microsecond, so that it is the same when it is read again. */
const exact = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
/** The code of an account, where the reader reaches it. */
const codeOf = (accountId: Sql): Sql => sql`(
  select c.code from accounts c where c.tenant_id = ${tenant} and c.account_id = ${accountId} and ${inReach(sql`c.account_id`)})`

const queries: Record<ImportKind, (ids: Ids) => Sql> = {
  accounts: (ids) => sql`
    select a.account_id::text as id, a.code as "accountCode", a.name as "accountName", g.name as "groupName",
           ${codeOf(sql`a.parent_id`)} as "parentAccountCode", a.notification_email as "notificationReceiverEmail",
           d.legal_name as "legalName", d.vat_id as "vatId", d.street, d.city, d.locality, d.region,
           d.postal_code as "postalCode", d.country_code as "countryCode",
           -- The root's is that of the tenant.
           case when a.parent_id is not null then ${exact(sql`a.created_at`)} end as "creationDate"
    from accounts a
    join account_groups g on g.tenant_id = a.tenant_id and g.group_id = a.group_id
    left join lateral (
      select * from addresses d where d.tenant_id = a.tenant_id and d.account_id = a.account_id
      order by d.created_at, d.address_id limit 1) d on true
    where a.tenant_id = ${tenant} and a.deleted_at is null and ${inReach(sql`a.account_id`)} and ${among(sql`a.account_id`, ids)}
    order by a.parent_id is not null, a.created_at, a.code`,

  users: (ids) => sql`
    select u.user_id::text as id, u.email::text, ${codeOf(sql`u.account_id`)} as "accountCode", u.first_name as "firstName",
           u.last_name as "lastName", (
             select string_agg(r.name, '|' order by r.role_id) from user_roles h join roles r using (tenant_id, role_id)
             where h.tenant_id = u.tenant_id and h.user_id = u.user_id) as roles,
           u.language_code as "languageCode", u.time_zone as "timeZone", u.status
    from users u
    where u.tenant_id = ${tenant} and u.deleted_at is null and ${inReach(sql`u.account_id`)} and ${among(sql`u.user_id`, ids)}
    order by u.created_at, u.email`,

  products: (ids) => sql`
    select p.product_id::text as id, p.sku, p.name, trim_scale(p.price_msrp)::text as price, p.oem_sku as "oemSku", p.description,
           c.code as "currencyCode", p.is_license::text as "isLicense", p.license_prefix as "licensePrefix",
           p.license_activation_rule as "licenseActivationRule", p.environment_type::text as "environmentType",
           p.license_years::text as "licenseDurationYears", p.license_months::text as "licenseDurationMonths",
           p.license_days::text as "licenseDurationDays", p.maintenance_years::text as "maintenanceDurationYears",
           p.maintenance_months::text as "maintenanceDurationMonths", p.maintenance_days::text as "maintenanceDurationDays",
           y.name as "typeName", p.status, ${exact(sql`p.created_at`)} as "creationDate"
    from products p
    join currencies c on c.currency_id = p.currency_id
    left join product_types y on y.tenant_id = p.tenant_id and y.type_id = p.type_id
    where p.tenant_id = ${tenant} and p.status <> 'Deleted' and ${among(sql`p.product_id`, ids)}
    order by p.created_at, p.sku`,

  'price-lists': (ids) => sql`
    select l.price_list_id::text as id, l.name as "priceListName", ${codeOf(sql`l.account_id`)} as "ownerAccountCode", p.sku,
           c.code as "currencyCode", trim_scale(i.custom_price)::text as "customPrice"
    from price_lists l
    join price_list_items i on i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id
    join products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id and p.status <> 'Deleted'
    join currencies c on c.currency_id = l.currency_id
    where l.tenant_id = ${tenant} and ${inReach(sql`l.account_id`)} and ${among(sql`l.price_list_id`, ids)}
    order by l.name, l.price_list_id, p.sku`,

  'price-list-accounts': (ids) => sql`
    select l.price_list_id::text as id, a.code as "accountCode", l.name as "priceListName",
           ${codeOf(sql`l.account_id`)} as "ownerAccountCode", h.can_propagate::text as "canPropagate"
    from price_list_accounts h
    join price_lists l on l.tenant_id = h.tenant_id and l.price_list_id = h.price_list_id
    join accounts a on a.tenant_id = h.tenant_id and a.account_id = h.account_id and a.deleted_at is null
    where h.tenant_id = ${tenant} and ${inReach(sql`a.account_id`)} and ${among(sql`l.price_list_id`, ids)}
    order by l.name, a.code`,

  stock: (ids) => sql`
    select b.account_id::text || b.product_id::text as id, a.code as "accountCode", p.sku, b.quantity::text
    from stock_balances b
    join accounts a on a.tenant_id = b.tenant_id and a.account_id = b.account_id and a.deleted_at is null
    join products p on p.tenant_id = b.tenant_id and p.product_id = b.product_id and p.status <> 'Deleted'
    where b.tenant_id = ${tenant} and ${inReach(sql`b.account_id`)} and ${among(sql`b.account_id`, ids)}
    order by a.code, p.sku`,

  orders: (ids) => sql`
    select o.order_id::text as id, coalesce(nullif(o.ref_code, ''), o.code) as "orderRefCode", i.line::text,
           ${codeOf(sql`o.buyer_id`)} as "buyerAccountCode", ${codeOf(sql`o.vendor_id`)} as "vendorAccountCode", o.status,
           ${exact(sql`o.created_at`)} as "creationDate",
           case when o.status in ('approved', 'revoked') then ${exact(sql`o.approved_at`)} end as "approvalDate", p.sku,
           i.qt::text as quantity, trim_scale(i.price)::text as price, c.code as "currencyCode", o.invoiced::text, o.paid::text,
           o.note as "orderNote"
    from orders o
    join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
    join products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id
    join currencies c on c.currency_id = o.currency_id
    where o.tenant_id = ${tenant} and (${inReach(sql`o.buyer_id`)} or ${inReach(sql`o.vendor_id`)}) and ${among(sql`o.order_id`, ids)}
    order by o.created_at, o.code, i.line`,

  licenses: (ids) => sql`
    select l.license_id::text as id, l.serial_key as "serialKey", ${codeOf(sql`l.owner_id`)} as "ownerAccountCode", p.sku,
           l.seats::text, ${exact(sql`l.created_at`)} as "creationDate", ${exact(sql`l.activated_at`)} as "activationDate", l.note as "licenseNote"
    from licenses l
    join products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id
    where l.tenant_id = ${tenant} and ${inReach(sql`l.owner_id`)} and ${among(sql`l.license_id`, ids)}
    order by l.created_at, l.serial_key`,
}

/** The rows of an import file: by the names of its columns, and `id`. */
export type PresentedRow = Record<string, string | null> & { id: string }

export const presentRows = (kind: ImportKind, ids: Ids): Sql => queries[kind](ids)
