import { anchorEnd, openAnchorFile, record, recordRows } from '../../modules/audit/index.ts'
import { resealConnections } from '../../modules/directories/index.ts'
import { countUsage } from '../../modules/files/index.ts'
import { rehashKeys, resealPages, resignDocuments } from '../../modules/licenses/index.ts'
import { resealMails } from '../../modules/mail/index.ts'
import { resealSecondFactors } from '../../modules/people/index.ts'
import { setSuspended, tenantsChannel } from '../../modules/tenants/index.ts'
import { resealWebhooks } from '../../modules/webhooks/index.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Signer } from '../../platform/signing/signer.ts'
import { CommandError } from '../command.ts'
import type { Manifest } from '../tenant-export/manifest.ts'
import { countRecords, exportedTables } from '../tenant-export/records.ts'
import { insertTable } from './rows.ts'

export interface Arriving {
  folder: string
  manifest: Manifest
  own: Secrets
  /** Null: the export has no secrets. */
  passphrase: Secrets | null
  signer: Signer
  anchors: string
}

/** Writes the tenant whole, in the transaction of its owner: whoever looks sees nothing of it before it is committed. */
export async function writeTenant(tx: Tx, arriving: Arriving): Promise<number> {
  const { folder, manifest, own, passphrase } = arriving
  await tx.run(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true), set_config('app.arriving', ${manifest.tenantId}, true)`)
  let rows = 0
  for (const table of await exportedTables(tx, { withSecrets: passphrase !== null }))
    rows += await insertTable(tx, folder, table, { own, passphrase }).catch((error) => {
      throw inWords(error, table)
    })
  await makeAnew(tx, arriving)
  await refuseOther(tx, manifest)
  await tx.run(sql`select set_config('app.arriving', '', true)`)
  if (passphrase === null) await noteWithout(tx)
  await arriveSuspended(tx, manifest)
  return rows
}

/** The tables are those of the export, so what does not fit them was damaged, or somebody took its name just now. */
function inWords(error: unknown, table: string): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (error instanceof SyntaxError || /^2[23]/.test(code ?? ''))
    return new CommandError(`The rows of ${table} do not fit: ${message}. Nothing was imported.`)
  return error
}

/** What each installation has its own of: hashes and seals with its secret, signatures with its key, counters of what is under way. */
async function makeAnew(tx: Tx, { own, passphrase, signer, anchors }: Arriving): Promise<void> {
  await countUsage(tx)
  await rehashKeys(tx).catch((error) => {
    throw inWords(error, 'serial_keys')
  })
  await resignDocuments(tx, signer)
  await anchorEnd(tx, openAnchorFile(anchors))
  if (passphrase === null) return
  await resealSecondFactors(tx, passphrase, own)
  await resealMails(tx, passphrase, own)
  await resealWebhooks(tx, passphrase, own)
  await resealConnections(tx, passphrase, own)
  await resealPages(tx, passphrase, own)
}

/** Proves that the rows that are here now are those that were exported. */
async function refuseOther(tx: Tx, { tables }: Manifest): Promise<void> {
  for (const [table, there] of Object.entries(tables)) {
    const here = await countRecords((work) => work(tx), table)
    if (here.rows !== there.rows || here.content !== there.content)
      throw new CommandError(
        `The rows of ${table} are not those that were exported: ${here.rows} instead of ${there.rows}, or others. Nothing was imported.`,
      )
  }
}

/** Without secrets users are others than the audit log has sealed: it says so. */
const noteWithout = (tx: Tx) =>
  recordRows(
    tx,
    'password.changed',
    'user',
    sql`select user_id, null::jsonb, jsonb_build_object('because', 'moved without secrets')
        from users where tenant_id = (select current_tenant()) and not is_service`,
  )

/** Nobody works, and nothing is sent, before the operator has looked and resumes it. */
async function arriveSuspended(tx: Tx, { tenantId, tenantCode, isSuspended }: Manifest): Promise<void> {
  const reason = 'moved here'
  if (!isSuspended && (await setSuspended(tx, { reason })))
    await record(tx, 'tenant.suspended', 'tenant', tenantId, { after: { reason } })
  await tx.run(sql`select pg_notify(${tenantsChannel}, ${tenantCode})`)
}
