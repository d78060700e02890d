import type { EnvironmentDraft, EnvironmentUpdate } from '@trellis/contract/environments'
import { violates } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lockLivingAccount, reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { listExportedKeys, lockEnvironment } from './queries.ts'
import { whyNotDelete } from './rules.ts'

/** Refuses RQ422 at `customerEnvironmentId` for one that the account already uses (rules K14). */
export async function createEnvironment(tx: Tx, actor: Actor, draft: EnvironmentDraft): Promise<string> {
  const { customerName, customerEnvironmentId } = draft
  const accountId = await reachedId(tx, actor, ownerOf(draft))
  await lockLivingAccount(tx, accountId)
  const environmentId = newId()
  await orIdInUse(
    tx.run(sql`
      insert into environments (environment_id, account_id, customer_name, customer_environment_id)
      values (${environmentId}, ${accountId}, ${customerName}, ${customerEnvironmentId})`),
  )
  const after = { accountId, customerName, customerEnvironmentId }
  await record(tx, 'environment.created', 'environment', environmentId, { after })
  return environmentId
}

function ownerOf({ accountId, parentAccountId }: EnvironmentDraft): string {
  const named = accountId ?? parentAccountId
  if (named === undefined) throw invalid(['accountId'], 'required', 'An environment belongs to an account')
  if (parentAccountId !== undefined && parentAccountId !== named)
    throw invalid(['parentAccountId'], 'contradicts', 'accountId and parentAccountId name two accounts')
  return named
}

export async function updateEnvironment(tx: Tx, environmentId: string, names: EnvironmentUpdate): Promise<void> {
  const { accountId, ...before } = found(await lockEnvironment(tx, environmentId))
  if (before.customerName === names.customerName && before.customerEnvironmentId === names.customerEnvironmentId) return
  await orIdInUse(
    tx.run(sql`
      update environments set customer_name = ${names.customerName}, customer_environment_id = ${names.customerEnvironmentId}
      where tenant_id = (select current_tenant()) and environment_id = ${environmentId}`),
  )
  await record(tx, 'environment.updated', 'environment', environmentId, { before, after: names })
}

/** Refuses RQ409 with `info.licenses` while licenses are exported to it. */
export async function removeEnvironment(tx: Tx, actor: Actor, environmentId: string): Promise<void> {
  const before = found(await lockEnvironment(tx, environmentId))
  const licenses = await listExportedKeys(tx, environmentId)
  refuse(whyNotDelete(licenses.length > 0, actor), { licenses }, 'Licenses were exported to the environment')
  await tx.run(sql`
    delete from environments where tenant_id = (select current_tenant()) and environment_id = ${environmentId}`)
  await record(tx, 'environment.removed', 'environment', environmentId, { before })
}

async function orIdInUse(writing: Promise<number>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (violates(error, 'environments_key'))
      throw invalid(['customerEnvironmentId'], 'taken', 'The account already has an environment with this id')
    throw error
  }
}
