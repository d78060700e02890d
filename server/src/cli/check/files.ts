import { type Committed, faultOfContent, faultOfSize } from '../../modules/files/index.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

export const fileInvariants: Invariant[] = [
  {
    name: 'what is attached to an order is a file that was not deleted',
    broken: sql`
      select 'order ' || coalesce(o.code, t.order_id::text) || ': file ' || t.file_id || case when f.file_id is null then ' does not exist' else ' was deleted' end as what
      from order_attachments t
      left join orders o on o.tenant_id = t.tenant_id and o.order_id = t.order_id
      left join files f on f.tenant_id = t.tenant_id and f.file_id = t.file_id
      left join file_removals r on r.tenant_id = t.tenant_id and r.file_id = t.file_id
      where t.tenant_id = ${here} and (f.file_id is null or r.file_id is not null)`,
  },
  {
    name: 'the used quota is the sum of the files and of what uploads have reserved',
    broken: sql`
      select 'the counter is ' || counted || ' bytes, the files and uploads are ' || summed as what
      from (select coalesce((select bytes from file_usage where tenant_id = ${here}), 0) as counted,
                   (select coalesce(sum(size), 0) from files where tenant_id = ${here})
                   + (select coalesce(sum(reserved), 0) from file_uploads where tenant_id = ${here}) as summed) s
      where counted <> summed`,
  },
]

export const objectsInvariant = 'every file has its object, of the size and content that were uploaded'

const filesAtOnce = 16
const filesPerPage = 500

/**
 * Compares the objects of the tenant's files with their rows: the sizes, and on request the content, which reads every
 * byte. Returns the violations in words.
 */
export async function verifyObjects(
  tx: Reader,
  storage: Storage,
  { contents }: { contents: boolean },
): Promise<string[]> {
  const faultOf = contents ? faultOfContent : faultOfSize
  const broken: string[] = []
  let after: string | null = null
  for (;;) {
    const page: (Committed & { name: string })[] = await tx.rows(sql`
      select tenant_id as "tenantId", file_id as "fileId", size, hash, name from files
      where tenant_id = ${here} and (${after}::uuid is null or file_id > ${after}::uuid)
      order by file_id limit ${filesPerPage}`)
    for (let at = 0; at < page.length; at += filesAtOnce) {
      const faults = await Promise.all(
        page.slice(at, at + filesAtOnce).map(async (file) => {
          const fault = await faultOf(storage, file)
          return fault === null ? [] : [`file ${file.fileId} (${JSON.stringify(file.name)}) ${fault}`]
        }),
      )
      broken.push(...faults.flat())
    }
    after = page.at(-1)?.fileId ?? null
    if (after === null) return broken
  }
}
