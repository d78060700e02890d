import type { Code } from '@trellis/contract/codes'
import { hasPermission } from '@trellis/contract/permissions'
import { unansweredDays } from '@trellis/contract/today'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { rolesJson } from './present-user.ts'
import { type Subject, whyNot } from './rules.ts'

/** Invitations go by machine time, as every token does. */
const someDaysBefore = (now: Sql) => sql`(select ${now} - ${sql.lit(unansweredDays)} * interval '1 day')`
const invitationsOf = sql`from one_time_tokens t
  where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.kind = 'invitation'`

/**
 * SQL: the user `u` was invited some days ago and has not answered, at the reader's own account or one right below it, whose
 * first administrator it invited. One who was invited again since then has time to answer.
 */
export const isUnanswered: Sql = sql`(u.status = 'user_pending' and u.deleted_at is null
  and u.account_id in (select account_id from accounts_in_care((select own_account())))
  and u.created_at <= ${someDaysBefore(sql`clock()`)}
  and not exists (select ${invitationsOf} and t.created_at > ${someDaysBefore(sql`machine_clock()`)}))`

/** Invited people for the actor to remind; null for who may not. Due when a living invitation ends. */
export const invitationsNeeding = (actor: Actor) =>
  hasPermission(actor.permissions, 'Users', 'c')
    ? ({
        kinds: ['invitation'],
        waiting: sql`
          select 'invitation' as kind, u.user_id as record_id,
                 coalesce((select max(t.created_at) ${invitationsOf}), u.created_at) as since,
                 (select max(t.expires_at) + clock_ahead() ${invitationsOf} and t.used_at is null and t.expires_at > (select machine_clock())) as due,
                 null::numeric as amount, null::int as currency_id
          from users u where u.tenant_id = (select current_tenant()) and ${isUnanswered}`,
        shown: sql`
          select json_build_object(
            'code', u.email::text, 'name', u.first_name || ' ' || u.last_name,
            'account', json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name),
            'facts', json_build_object('userId', u.user_id, 'status', u.status, 'isReached', true, 'roles', ${rolesJson}))
          from users u
          join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
          where u.tenant_id = (select current_tenant()) and u.user_id = w.record_id`,
        whyNot: (user: Subject): Code | null => whyNot('resend', user, actor),
      } as const)
    : null
