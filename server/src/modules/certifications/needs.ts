import type { Code } from '@trellis/contract/codes'
import { hasPermission } from '@trellis/contract/permissions'
import { sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { firstName, issued, isToRenew, lastName } from './issued-queries.ts'
import { type Holder, whyNotChange } from './rules.ts'

/** Certificates for the actor to renew; null for who may not. */
export const certificatesNeeding = (actor: Actor) =>
  hasPermission(actor.permissions, 'Certifications', 'u')
    ? ({
        kinds: ['certificate'],
        waiting: sql`
          select 'certificate' as kind, i.issued_id as record_id, null::timestamptz as since, i.expires_at as due,
                 null::numeric as amount, null::int as currency_id
          from ${issued} where i.tenant_id = (select current_tenant()) and ${isToRenew}`,
        shown: sql`
          select json_build_object(
            'code', c.name, 'holder', i.kind,
            'name', case i.kind when 'Account' then a.name else ${firstName} || ' ' || ${lastName} end,
            'account', json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name),
            'facts', json_build_object('accountId', i.account_id, 'userId', i.user_id))
          from ${issued} where i.tenant_id = (select current_tenant()) and i.issued_id = w.record_id`,
        whyNot: (holder: Holder): Code | null => whyNotChange(actor, 'u', { ...holder, isRevoked: false }),
      } as const)
    : null
