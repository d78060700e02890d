import { hasPermission } from '@trellis/contract/permissions'
import { sql } from '../../platform/database/sql.ts'
import { instant, optional, required, text } from '../../platform/import/cells.ts'
import { definitionImport } from '../../platform/import/definition.ts'
import { key } from '../../platform/import/keys.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { report, reportFuture, sound } from '../../platform/import/stage.ts'
import { accountNamed, codeInReach, inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'

/** Installations of the vendor's software at customers (rules K14). */
export const environmentsImport = definitionImport({
  name: 'environments.csv',
  columns: {
    accountCode: required(key()),
    customerEnvironmentId: required(key()),
    customerName: required(text()),
    creationDate: optional(instant),
  },
  table: 'environments',
  id: 'environment_id',
  key: { column: 'customerEnvironmentId', sameAs: 'key_of(account_code), key_of(customer_environment_id)' },
  workedOut: 'account_id uuid',
  async find(tx, importer) {
    await tx.run(sql`
      update stage_environments s set account_id = a.account_id, record_id = e.environment_id
      from stage_environments o
      left join offered.accounts a on ${accountNamed(sql`o.account_code`)} and ${inReach(sql`a.account_id`)}
        and (a.deleted_at is null or ${importer === null})
      left join environments e on e.tenant_id = (select current_tenant()) and e.account_id = a.account_id
        and key_of(e.customer_environment_id) = key_of(o.customer_environment_id)
      where o.at_line = s.at_line`)
    await report(tx, 'accountCode', 'noAccount', sql`from stage_environments s where ${sound} and s.account_id is null`)
    await reportFuture(tx, 'stage_environments')
  },
  named: {
    account_id: sql`s.account_id`,
    customer_environment_id: sql`s.customer_environment_id`,
    created_at: sql`coalesce(s.creation_date, clock())`,
  },
  renamed: ['customer_environment_id'],
  facts: [{ column: 'customer_name', to: 'customer_name', otherwise: sql`''` }],
  mayChange: ({ actor }) => hasPermission(actor.permissions, 'Environments', 'u'),
  told: sql`jsonb_build_object('accountId', d.account_id, 'customerName', d.customer_name, 'customerEnvironmentId', d.customer_environment_id)`,
  noteChange: (tx, change, rows) =>
    recordRows(tx, change === 'created' ? 'environment.created' : 'environment.updated', 'environment', rows),
  present: (among) => sql`
    select e.environment_id::text as id, ${codeInReach(sql`e.account_id`)} as "accountCode",
           e.customer_environment_id as "customerEnvironmentId", e.customer_name as "customerName",
           ${exactInstant(sql`e.created_at`)} as "creationDate"
    from environments e
    where e.tenant_id = (select current_tenant()) and ${inReach(sql`e.account_id`)} and ${among(sql`e.environment_id`)}
    order by e.created_at, key_of(e.customer_environment_id)`,
})
