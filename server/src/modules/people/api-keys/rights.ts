import { type Flag, hasPermission, type Permissions } from '@trellis/contract/permissions'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { unionOf } from '../sessions/permissions.ts'
import { actsFor } from '../sessions/queries.ts'

/** The permissions of a maker, as `permissionsOfMaker` lists them. */
export const heldBy = (listed: Permissions): Permissions => unionOf(listed.map((one) => [one]))

/** What both hold. The key's `r` is kept by a maker with `ra`. */
export const meetingOf = (key: Permissions, maker: Permissions): Permissions => split(key, maker, true)

/** What the key was given and its maker no longer holds. */
export const withheldOf = (key: Permissions, maker: Permissions): Permissions => split(key, maker, false)

const split = (key: Permissions, maker: Permissions, isHeld: boolean): Permissions =>
  key.flatMap(({ module, flags }) => {
    const some = (flags.split('-') as Flag[]).filter((flag) => hasPermission(maker, module, flag) === isHeld)
    return some.length === 0 ? [] : [{ module, flags: some.join('-') }]
  })

const rolesOfMaker = sql`
  user_roles h join offered.roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
  cross join lateral jsonb_array_elements(r.permissions) p
  where h.tenant_id = k.tenant_id and h.user_id = k.created_by`

/** SQL: all that the maker of the key `k` holds; a module can be there more than once. */
export const permissionsOfMaker: Sql = sql`(select coalesce(jsonb_agg(p), '[]') from ${rolesOfMaker})`

/** SQL: the maker of the key `k` is a super admin. */
export const makerIsSuperAdmin: Sql = sql`exists (
  select from user_roles h join offered.roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
  where h.tenant_id = k.tenant_id and h.user_id = k.created_by and r.is_super_admin)`

/**
 * SQL: the maker of the key `k` may still make it: is active, acts for the account for which they made it, which is at or above the key's, and holds Users `c` (rules P31). A key
 * never outlives its maker's right (threats Z12).
 */
export const makerMay: Sql = sql`exists (
  select from users m
  join offered.accounts ma on ma.tenant_id = m.tenant_id and ma.account_id = k.made_as_account_id
  where m.tenant_id = k.tenant_id and m.user_id = k.created_by and ${actsFor(sql`m`, sql`ma.account_id`)}
    and m.status = 'user_active' and m.deleted_at is null and ma.deleted_at is null
    and exists (select from accounts_at_or_above(k.account_id) t where t.account_id = ma.account_id)
    and exists (select from ${rolesOfMaker} and p ->> 'module' = 'Users' and 'c' = any(string_to_array(p ->> 'flags', '-'))))`
