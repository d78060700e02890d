import type { Out } from '@trellis/contract/endpoint'
import type { LicenseNote } from '@trellis/contract/licenses'
import type { Tx } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import { isReached } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { changeExternalIds } from '../tenants/index.ts'
import { lockNote, updateNote } from './queries.ts'

/**
 * Changes the note and the external ids of a license in reach; what the request leaves out stays. Returns the key. External ids
 * are refused as `changeExternalIds` does.
 */
export async function noteLicense(
  tx: Tx,
  serialKey: string,
  { licenseNote, externalIds }: Out<typeof LicenseNote>,
): Promise<string> {
  const { license_id: id, serial_key, note } = found(await lockNote(tx, serialKey))
  if (licenseNote !== undefined && licenseNote !== note) {
    await updateNote(tx, id, licenseNote)
    await record(tx, 'license.noted', 'license', id, { before: { note }, after: { note: licenseNote } })
  }
  const ids = await changeExternalIds(tx, { kind: 'license', recordId: id, isReached }, externalIds)
  if (ids) await record(tx, 'license.external_ids_changed', 'license', id, ids)
  return serial_key
}
