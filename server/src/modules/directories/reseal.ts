import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { type Secrets, seal, unsealOrNull } from '../../platform/secrets.ts'
import { clientSecretKey } from './connections.ts'

/** Encrypts the client secrets of a tenant with another key. What `from` cannot decrypt is left unchanged. */
export async function resealConnections(tx: Tx, from: Secrets, to: Secrets): Promise<void> {
  const [old, next] = [clientSecretKey(from), clientSecretKey(to)]
  const connections = await tx.rows<{ connectionId: string; sealed: Buffer }>(sql`
    select connection_id as "connectionId", secret_sealed as sealed from directory_connections
    where tenant_id = (select current_tenant())`)
  for (const { connectionId, sealed } of connections) {
    const text = unsealOrNull(old, sealed)
    if (text === null) continue
    await tx.run(sql`
      update directory_connections set secret_sealed = ${seal(next, text)}
      where tenant_id = (select current_tenant()) and connection_id = ${connectionId}`)
  }
}
