import type { Session } from '../../../platform/database/session.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Invited } from '../invitations/invitations.ts'

const invitedAtOnce = 200

/** Sends one invitation in the given transaction. */
export type Invite = (tx: Tx, user: Invited) => Promise<void>

/**
 * Invites each pending user of the staged file who has no valid invitation, each in a separate transaction. Returns how
 * many.
 */
export async function inviteImported(session: Session, invite: Invite): Promise<number> {
  let invited = 0
  for (let line = 0; ; ) {
    const batch = await session.transaction(async (tx) => {
      const waiting = await listUninvited(tx, line)
      for (const user of waiting) await invite(tx, user)
      return waiting
    })
    invited += batch.length
    line = batch.at(-1)?.line ?? 0
    if (batch.length < invitedAtOnce) return invited
  }
}

/** The pending users of the file without a valid invitation, in the file's order. */
const listUninvited = (tx: Tx, afterLine: number) =>
  tx.rows<Invited & { line: number }>(sql`
    select s.at_line as line, u.user_id as "userId", u.email::text, u.first_name as "firstName", u.last_name as "lastName",
           u.language_code as "languageCode", a.name as "accountName"
    from stage_users s
    join users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id
    join offered.accounts a on a.tenant_id = u.tenant_id and a.account_id = u.account_id
    where s.at_line > ${afterLine} and u.status = 'user_pending' and u.deleted_at is null
      and not exists (select from one_time_tokens t where t.tenant_id = u.tenant_id and t.user_id = u.user_id
                      and t.kind = 'invitation' and t.used_at is null and t.expires_at > machine_clock())
    order by s.at_line limit ${invitedAtOnce}
    for no key update of u`)
