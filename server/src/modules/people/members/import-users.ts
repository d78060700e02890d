import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { email, Fault, type Kind, oneOf, optional, required, text, timeZone } from '../../../platform/import/cells.ts'
import { type Importer, type ImportFile, inBatches, number } from '../../../platform/import/file.ts'
import { key } from '../../../platform/import/keys.ts'
import { checkChanges, report, reportRepeated, sound } from '../../../platform/import/stage.ts'
import { warnOf } from '../../../platform/import/warn.ts'
import { accountNamed, codeInReach, inReach } from '../../accounts/index.ts'
import { recordRows } from '../../audit/index.ts'
import { openSessions } from '../sessions/sessions.ts'
import { insertUsers } from './insert-users.ts'
import type { RoleFacts } from './present-user.ts'
import { canGiveAll } from './rules.ts'

const table = 'stage_users'

/** Without an authenticator: an importing process answers no requests and only notifies the processes that do. */
const sessions = openSessions()

const status: Kind = {
  sqlType: 'text',
  read: (value) => {
    const name = value.replace(/^user_/, '')
    return ['pending', 'active', 'suspended'].includes(name)
      ? `user_${name}`
      : new Fault('notOneOf', 'pending, active, suspended')
  },
}

/**
 * Users, identified by e-mail address. An existing user gets names and roles from the file; the status is changed only in
 * the portal, so that importing again neither suspends nor reactivates anybody.
 */
export const usersImport: ImportFile = {
  name: 'users.csv',
  columns: {
    email: required(email),
    accountCode: required(key()),
    firstName: required(text()),
    lastName: required(text()),
    roles: required(text(1000)),
    languageCode: optional(oneOf('en', 'it')),
    timeZone: optional(timeZone),
    status: optional(status),
  },
  workedOut: 'user_id uuid, account_id uuid, role_ids int[], seq int, state text',
  isLeaf: true,

  async check(tx, importer) {
    await reportRepeated(tx, table, 'email', 'lower(email)')
    await tx.run(sql`analyze stage_users`)
    await tx.run(sql`
      update stage_users s set account_id = a.account_id
      from offered.accounts a where ${accountNamed(sql`s.account_code`)} and a.deleted_at is null
        and ${inReach(sql`a.account_id`)}`)
    await report(tx, 'accountCode', 'noAccount', sql`from stage_users s where s.account_id is null and ${sound}`)
    await tx.run(sql`
      update stage_users s set role_ids = r.ids
      from (select o.at_line, array_agg(r.role_id order by r.role_id) as ids
            from stage_users o
            join offered.roles r on r.tenant_id = (select current_tenant()) and key_of(r.name) = any(${namedRoles(sql`o.roles`)})
            group by 1) r
      where r.at_line = s.at_line`)
    await report(
      tx,
      'roles',
      { reason: 'noRole', detail: sql`u.name` },
      sql`from stage_users s
          join lateral (
            select given.name from unnest(string_to_array(s.roles, '|')) as given (name)
            where not exists (select from offered.roles r where r.tenant_id = (select current_tenant()) and key_of(r.name) = key_of(given.name)) limit 1
          ) u on true
          where ${sound}`,
    )
    await checkExisting(tx)
    await tx.run(sql`
      update stage_users s set state = case when u.user_id is null then 'new' when ${differs} then 'changed' else 'same' end
      from stage_users o left join users u on u.tenant_id = (select current_tenant()) and u.user_id = o.user_id
      where o.at_line = s.at_line`)
    if (importer) await checkRights(tx, importer)
    await tx.run(sql`update stage_users set user_id = id_at(clock()) where user_id is null`)
  },

  async write(tx, step) {
    const added = await number(tx, table, 'new', 'at_line')
    await inBatches(added, 1000, step, (from, to) => insertNew(tx, from, to))
    const changed = await number(tx, table, 'changed', 'at_line')
    if (changed > 0) await updateChanged(tx)
  },

  async warn(tx) {
    const given = (which: Sql) => sql`(
      select string_agg(r.name, ', ' order by r.role_id) from offered.roles r
      where r.tenant_id = (select current_tenant()) and r.role_id = any(s.role_ids) and ${which}
        and not exists (
          select from user_roles h where h.tenant_id = r.tenant_id and h.user_id = s.user_id and h.role_id = r.role_id))`
    const rows = sql`from stage_users s where s.state in ('new', 'changed')`
    return [
      ...(await warnOf(tx, {
        warning: 'givesSuperAdmin',
        column: 'roles',
        details: [sql`s.email`],
        rows: sql`${rows} and ${given(sql`r.is_super_admin`)} is not null`,
      })),
      ...(await warnOf(tx, {
        warning: 'widensRoles',
        column: 'roles',
        details: [sql`s.email`, given(sql`not r.is_super_admin`)],
        rows: sql`${rows} and s.state = 'changed' and ${given(sql`not r.is_super_admin`)} is not null`,
      })),
    ]
  },

  present: (among) => sql`
    select u.user_id::text as id, u.email::text, ${codeInReach(sql`u.account_id`)} as "accountCode", u.first_name as "firstName",
           u.last_name as "lastName", (
             select string_agg(r.name, '|' order by r.role_id) from user_roles h join offered.roles r using (tenant_id, role_id)
             where h.tenant_id = u.tenant_id and h.user_id = u.user_id) as roles,
           u.language_code as "languageCode", u.time_zone as "timeZone", u.status
    from users u
    where u.tenant_id = (select current_tenant()) and u.deleted_at is null and ${inReach(sql`u.account_id`)} and ${among(sql`u.user_id`)}
      -- An address is one row in a file: further accounts of a person are offered again (decision 152).
      and u.sign_in_user_id is null
    order by u.email, u.user_id`,

  leavesOut: [
    {
      what: 'further accounts of people: offer them again',
      count: sql`select count(*) from users u
        where u.tenant_id = (select current_tenant()) and u.deleted_at is null and u.sign_in_user_id is not null and ${inReach(sql`u.account_id`)}`,
    },
    {
      what: 'passwords: people choose new ones by *Forgot your password*',
      count: sql`select count(*) from users u
        where u.tenant_id = (select current_tenant()) and u.deleted_at is null and u.password_hash is not null and ${inReach(sql`u.account_id`)}`,
    },
  ],

  async sums(tx) {
    const statuses = await tx.rows<{ name: string; count: number }>(sql`
      select coalesce(status, 'user_pending') as name, count(*) as count from stage_users group by 1 order by 1`)
    return Object.fromEntries(statuses.map(({ name, count }) => [name.replace('user_', ''), count]))
  },
}

/** The keys of the roles that a cell names. */
const namedRoles = (cell: Sql) => sql`array(select key_of(name) from unnest(string_to_array(${cell}, '|')) name)`

/**
 * Reports roles that the importer may not give, statuses that only an invitation can set, and users whom the importer may
 * not change.
 */
async function checkRights(tx: Tx, importer: Importer): Promise<void> {
  const { actor } = importer
  const roles = await findRoles(tx)
  const tooHigh = roles.filter((role) => !canGiveAll([role], actor)).map(({ roleId }) => roleId)
  const someRole = (ids: Sql) => sql`exists (select from unnest(${ids}) r where r = any(${tooHigh}::int[]))`
  const ofSuperAdmins = roles.filter(({ isSuperAdmin }) => isSuperAdmin).map(({ roleId }) => roleId)
  const rows = sql`from stage_users s where ${sound}`
  await report(
    tx,
    'roles',
    {
      reason: 'mayNotGiveRole',
      detail: sql`(select string_agg(r.name, ', ') from offered.roles r where r.tenant_id = (select current_tenant())
                   and r.role_id = any(s.role_ids) and r.role_id = any(${tooHigh}::int[]))`,
    },
    sql`${rows} and s.state = 'new' and ${someRole(sql`s.role_ids`)}`,
  )
  // Super admins of the root account may import users with any status, as the operator may, so that an export can be
  // imported again.
  if (!(actor.isSuperAdmin && actor.accountId === actor.rootAccountId))
    await report(tx, 'status', 'mayNotSet', sql`${rows} and s.state = 'new' and s.status <> 'user_pending'`)
  const changed = sql`from stage_users s join users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id
    where s.state = 'changed' and ${sound}`
  await report(
    tx,
    'roles',
    'mayNotChange',
    sql`${changed} and s.role_ids <> ${rolesHeld} and (
      u.user_id = ${actor.userId} or ${someRole(sql`s.role_ids`)} or ${someRole(rolesHeld)}
      -- Nobody is a super admin of a further account (rules P64).
      or u.sign_in_user_id is not null and s.role_ids && ${ofSuperAdmins}::int[])`,
  )
  await report(tx, 'email', 'mayNotChange', sql`${changed} and u.user_id <> ${actor.userId} and ${someRole(rolesHeld)}`)
  await checkChanges(tx, table, 'email', importer, 'Users')
}

const findRoles = (tx: Tx) =>
  tx.rows<RoleFacts>(sql`
    select role_id as "roleId", name, is_super_admin as "isSuperAdmin", permissions from offered.roles
    where tenant_id = (select current_tenant())`)

async function checkExisting(tx: Tx): Promise<void> {
  await tx.run(sql`
    -- Who acts for several accounts is the user of the one that the file names (rules P63).
    update stage_users s set user_id = coalesce((
      select f.user_id from users f
      where f.tenant_id = u.tenant_id and f.sign_in_user_id = u.user_id and f.account_id = s.account_id and f.deleted_at is null), u.user_id)
    from users u
    where u.tenant_id = (select current_tenant()) and u.email = s.email::citext and u.deleted_at is null and u.sign_in_user_id is null`)
  await report(
    tx,
    'email',
    'taken',
    sql`from stage_users s join users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id
        where not ${inReach(sql`u.account_id`)} and ${sound}`,
  )
  const known = sql`from stage_users s join users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id where ${sound}`
  await report(tx, 'accountCode', 'movesUser', sql`${known} and u.account_id <> s.account_id`)
  await report(
    tx,
    'roles',
    'takesSuperAdmin',
    sql`${known} and exists (
      select from user_roles h join offered.roles r using (tenant_id, role_id)
      where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.is_super_admin and r.role_id <> all(s.role_ids))`,
  )
}

const heldBy = (user: Sql) => sql`(
  select coalesce(array_agg(h.role_id order by h.role_id), '{}') from user_roles h
  where h.tenant_id = ${user}.tenant_id and h.user_id = ${user}.user_id)`
const rolesHeld = heldBy(sql`u`)

/** SQL: what an import can change of a user, as the audit log tells it. */
export const importedFacts = (user: Sql): Sql => sql`jsonb_build_object(
  'firstName', ${user}.first_name, 'lastName', ${user}.last_name, 'roleIds', ${heldBy(user)},
  'languageCode', ${user}.language_code, 'timeZone', ${user}.time_zone)`

const differs = sql`(
  (o.first_name, o.last_name) <> (u.first_name, u.last_name)
  or (o.language_code is not null and o.language_code <> u.language_code)
  or (o.time_zone is not null and o.time_zone <> u.time_zone)
  or o.role_ids <> ${rolesHeld})`

async function insertNew(tx: Tx, from: number, to: number): Promise<void> {
  const rows = sql`
    select s.*, null as password_hash, null::uuid as sign_in_user_id, string_to_array(s.roles, '|') as role_names
    from stage_users s where s.state = 'new' and s.seq between ${from} and ${to}`
  await insertUsers(tx, rows, 'import')
}

async function updateChanged(tx: Tx): Promise<void> {
  await recordRows(
    tx,
    'user.updated',
    'user',
    sql`select s.user_id, ${importedFacts(sql`u`)},
          jsonb_build_object('firstName', s.first_name, 'lastName', s.last_name, 'roleIds', s.role_ids, 'source', 'import',
            'languageCode', coalesce(s.language_code, u.language_code), 'timeZone', coalesce(s.time_zone, u.time_zone))
        from stage_users s join users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id
        where s.state = 'changed'`,
  )
  await tx.run(sql`
    update users u set first_name = s.first_name, last_name = s.last_name,
      language_code = coalesce(s.language_code, u.language_code), time_zone = coalesce(s.time_zone, u.time_zone)
    from stage_users s where s.state = 'changed' and u.tenant_id = (select current_tenant()) and u.user_id = s.user_id`)
  await tx.run(sql`
    delete from user_roles h using stage_users s
    where s.state = 'changed' and h.tenant_id = (select current_tenant()) and h.user_id = s.user_id and h.role_id <> all(s.role_ids)`)
  await tx.run(sql`
    insert into user_roles (user_id, role_id)
    select s.user_id, r from stage_users s cross join lateral unnest(s.role_ids) r where s.state = 'changed'
    on conflict do nothing`)
  const changed = await tx.rows<{ userId: string }>(
    sql`select user_id as "userId" from stage_users where state = 'changed'`,
  )
  for (const { userId } of changed) await sessions.renewAllOf(tx, userId)
}
