import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

const name = sql`'user ' || u.email || case when u.deleted_at is null then '' else ' (deleted)' end`

/** Users who may sign in can, others cannot, and every tenant has an administrator (rules P1, P7). */
export const peopleInvariants: Invariant[] = [
  {
    name: 'somebody is super admin',
    broken: sql`
      select 'there is no active super admin' as what
      where not exists (
        select from users u
        join user_roles h on h.tenant_id = u.tenant_id and h.user_id = u.user_id
        join roles r on r.tenant_id = h.tenant_id and r.role_id = h.role_id
        where u.tenant_id = ${here} and r.is_super_admin and u.deleted_at is null
          -- The first one of a new tenant may still be invited.
          and (u.status = 'user_active' or u.status = 'user_pending' and not exists (
            select from users other where other.tenant_id = ${here} and other.status <> 'user_pending')))`,
  },
  {
    name: 'nobody who may not sign in has a session',
    broken: sql`
      select 'user ' || u.email || ' is ' || case when u.deleted_at is null then u.status else 'deleted' end || ' and has a session' as what
      from users u
      where u.tenant_id = ${here} and (u.deleted_at is not null or u.status <> 'user_active')
        and exists (select from sessions s where s.tenant_id = u.tenant_id and u.user_id in (s.user_id, s.acting_user_id) and s.ended_at is null)`,
  },
  {
    // A directory gives and takes roles by its groups, down to none (rules P51, P54).
    name: 'everybody whom no directory provisions has a role',
    broken: sql`
      select ${name} || ' has no role' as what
      from users u
      where u.tenant_id = ${here} and not u.is_service
        and not exists (select from user_roles h where h.tenant_id = u.tenant_id and h.user_id = u.user_id)
        and not exists (select from directory_provisions p where p.tenant_id = u.tenant_id and p.user_id = u.user_id)`,
  },
  {
    name: 'who has not accepted the invitation has no password, and who has accepted it has one',
    broken: sql`
      select ${name} || case when u.status = 'user_pending' then ' is pending and has' else ' has accepted and lacks' end
          || ' a password' as what
      from users u
      where u.tenant_id = ${here} and u.deleted_at is null and u.sign_in_user_id is null
        and case when u.status = 'user_pending' then u.password_hash is not null
            else u.password_hash is null and exists (
              select from audit_log l
              where l.tenant_id = u.tenant_id and l.entity = 'user' and l.entity_id = u.user_id::text
                and l.action = 'user.activated') end`,
  },
  {
    name: 'an invitation that still works is the only one of somebody who waits for it',
    broken: sql`
      select ${name} || ' is ' || u.status || ' and has ' || count(*) || ' invitations that still work' as what
      from one_time_tokens t
      join users u on u.tenant_id = t.tenant_id and u.user_id = t.user_id
      where t.tenant_id = ${here} and t.kind = 'invitation' and t.used_at is null and t.expires_at > clock()
      group by u.user_id, u.email, u.deleted_at, u.status
      having count(*) > 1 or u.status <> 'user_pending' or u.deleted_at is not null`,
  },
  {
    name: 'who has a second factor has ten backup codes, and nobody else has any',
    broken: sql`
      select ${name} || ' has ' || c.codes || ' backup codes and '
          || case when c.factors > 0 then 'a' else 'no' end || ' second factor' as what
      from users u
      cross join lateral (
        select (select count(*) from backup_codes b where b.tenant_id = u.tenant_id and b.user_id = u.user_id) as codes,
               (select count(*) from second_factors f where f.tenant_id = u.tenant_id and f.user_id = u.user_id)
               + (select count(*) from passkeys p where p.tenant_id = u.tenant_id and p.user_id = u.user_id) as factors
      ) c
      where u.tenant_id = ${here} and c.codes <> case when c.factors > 0 then 10 else 0 end`,
  },
  {
    name: 'who was deleted has nothing left to sign in with',
    broken: sql`
      select ${name} || ' could still sign in' as what
      from users u
      where u.tenant_id = ${here} and u.deleted_at is not null
        and (u.password_hash is not null
          or exists (select from one_time_tokens t where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.used_at is null)
          or exists (select from second_factors f where f.tenant_id = u.tenant_id and f.user_id = u.user_id))`,
  },
  {
    name: 'who acts for a further account signs in as a living user of another one, and is no super admin there',
    broken: sql`
      select ${name} || ' has another sign-in, and is their own one, of somebody who is gone, or super admin' as what
      from users u
      where u.tenant_id = ${here} and u.sign_in_user_id is not null and u.deleted_at is null and (
        not exists (select from users p where p.tenant_id = u.tenant_id and p.user_id = u.sign_in_user_id
                      and p.sign_in_user_id is null and p.deleted_at is null and p.account_id <> u.account_id)
        or exists (select from second_factors f where f.tenant_id = u.tenant_id and f.user_id = u.user_id)
        or exists (select from passkeys k where k.tenant_id = u.tenant_id and k.user_id = u.user_id)
        or exists (select from user_roles h join roles r using (tenant_id, role_id)
                   where h.tenant_id = u.tenant_id and h.user_id = u.user_id and r.is_super_admin))`,
  },
  {
    name: 'an API key acts as a service user of its account, and each service user has its key',
    broken: sql`
      select 'API key ' || coalesce(k.prefix, u.user_id::text) || case when k.key_id is null then ' is missing'
          else ' does not act as a service user of its account' end as what
      from users u
      left join api_keys k on k.tenant_id = u.tenant_id and k.key_id = u.user_id
      where u.tenant_id = ${here} and (k.key_id is not null or u.is_service)
        and (k.account_id is distinct from u.account_id or not u.is_service)`,
  },
]
