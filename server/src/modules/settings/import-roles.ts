import { FlagsText, flags, modules } from '@trellis/contract/permissions'
import { maximumRoles, RoleDraft, rolePurposes } from '@trellis/contract/settings'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Fault, type Kind, oneOf, optional, required } from '../../platform/import/cells.ts'
import type { ImportFile } from '../../platform/import/file.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { openSessions } from '../people/index.ts'
import { listTenantRoles } from '../tenants/index.ts'
import { changeRole, createRole, inOrder, isSame } from './change-roles.ts'

const sessions = openSessions()
const nothing = 'none'

const roleName: Kind = {
  sqlType: 'text',
  read: (value) => {
    const read = RoleDraft.shape.name.safeParse(value)
    return read.success ? read.data : new Fault('notRoleName')
  },
}

/** `Orders:c-r-u|Users:r`: what a role permits, as JSON. A word for nothing, because a row of one cell at the end is taken for a note. */
const permissionsCell: Kind = {
  sqlType: 'jsonb',
  read: (value) => {
    if (value.toLowerCase() === nothing) return '[]'
    const list = value.split('|').map((each) => {
      const [module = '', held = ''] = each.split(':').map((part) => part.trim())
      return { module: modules.find((one) => one.toLowerCase() === module.toLowerCase()), flags: held }
    })
    const isGood =
      list.every(({ module, flags: held }) => module !== undefined && FlagsText.safeParse(held).success) &&
      new Set(list.map(({ module }) => module)).size === list.length
    return isGood ? JSON.stringify(list) : new Fault('notPermissions')
  },
}

interface Staged {
  line: number
  roleId: number | null
  name: string
  permissions: RoleDraft['permissions'] | null
}

/** The roles of the staged rows that have no problem, with what they permit in the fixed order. */
const listStaged = async (tx: Tx): Promise<(Staged & { draft: RoleDraft })[]> => {
  const rows = await tx.rows<Staged>(sql`
    select s.at_line as line, s.role_id as "roleId", s.role_name as name, s.permissions from stage_roles s
    where ${sound} order by s.at_line`)
  return rows.map((row) => ({ ...row, draft: inOrder({ name: row.name, permissions: row.permissions ?? [] }) }))
}

/**
 * Roles and what they permit (rules G17). One that the portal itself gives is known by its purpose, whatever it is called; that of super
 * admins is what it is.
 */
export const rolesImport: ImportFile = {
  name: 'roles.csv',
  columns: {
    roleName: required(roleName),
    permissions: required(permissionsCell),
    purpose: optional(oneOf(...rolePurposes)),
  },
  workedOut: 'role_id int, state text',
  isLeaf: false,

  async check(tx) {
    await reportRepeated(tx, 'stage_roles', 'roleName', 'key_of(role_name)')
    await report(
      tx,
      'purpose',
      { reason: 'repeated', detail: sql`s.first_line` },
      sql`from (
        select o.*, min(o.at_line) over (partition by o.purpose) as first_line from stage_roles o where o.purpose is not null
      ) s where ${sound} and s.at_line > s.first_line`,
    )
    const roles = await listTenantRoles(tx)
    await tx.run(sql`
      update stage_roles s set role_id = r."roleId"
      from jsonb_to_recordset(${json(roles)}) as r ("roleId" int, name text, purpose text)
      where case when s.purpose is null then key_of(r.name) = key_of(s.role_name) else r.purpose = s.purpose end`)
    await report(
      tx,
      'roleName',
      'taken',
      sql`from stage_roles s
        join jsonb_to_recordset(${json(roles)}) as r ("roleId" int, name text) on key_of(r.name) = key_of(s.role_name)
        where ${sound} and r."roleId" is distinct from s.role_id`,
    )
    const staged = await listStaged(tx)
    const states = staged.map(({ line, roleId, draft }) => {
      const known = roles.find((role) => role.roleId === roleId)
      const state = known === undefined ? 'new' : known.isSuperAdmin || isSame(known, draft) ? 'same' : 'changed'
      return { line, state }
    })
    await tx.run(sql`
      update stage_roles s set state = n.state
      from jsonb_to_recordset(${json(states)}) as n (line int, state text) where n.line = s.at_line`)
    await report(
      tx,
      'roleName',
      { reason: 'tooManyRoles', detail: sql.lit(maximumRoles) },
      sql`from (
        select o.*, row_number() over (order by o.at_line) as nth from stage_roles o where o.state = 'new'
      ) s where ${sound} and s.nth + ${roles.length} > ${maximumRoles}`,
    )
  },

  async write(tx, step) {
    const staged = await listStaged(tx)
    const known = new Map((await listTenantRoles(tx)).map((role) => [role.roleId, role]))
    for (const { roleId, draft } of staged) {
      const role = roleId === null ? undefined : known.get(roleId)
      if (roleId === null) await createRole(tx, draft)
      else if (role && !role.isSuperAdmin) await changeRole(tx, roleId, draft, sessions)
    }
    step(staged.length, staged.length)
  },

  present: (among) => sql`
    select r.role_id::text as id, r.name as "roleName", r.purpose, coalesce((
      select string_agg((p.value ->> 'module') || ':' || (p.value ->> 'flags'), '|' order by array_position(${[...modules]}::text[], p.value ->> 'module'))
      from jsonb_array_elements(r.permissions) p where p.value ->> 'flags' <> ''), ${sql.lit(nothing)}) as permissions
    from offered.roles r
    where r.tenant_id = (select current_tenant()) and ${among(sql`r.role_id`)} order by r.role_id`,

  async sums(tx) {
    const row = await tx.row<{ flags: number }>(sql`
      select coalesce(sum(cardinality(string_to_array(p.value ->> 'flags', '-'))), 0)::int as flags
      from stage_roles s cross join lateral jsonb_array_elements(s.permissions) p`)
    return { permissions: Math.min(row?.flags ?? 0, flags.length * modules.length * maximumRoles) }
  },
}
