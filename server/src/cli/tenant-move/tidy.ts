import { sql } from '../../platform/database/sql.ts'
import { unpublish, unsubscribe } from './links.ts'
import { quietly, type Server, type Servers } from './servers.ts'
import { arrive } from './switch.ts'
import { carriedTables, deleteRows } from './tables.ts'

interface Mark {
  id: string
  to: string
  /** Of a tenant that is arriving. */
  from: string | null
}

const marksAt = (server: Server) =>
  server.rows<Mark>(sql`
    select moved_id as id, moved_to as to, coming_from as from from moved_tenants order by moved_id`)

const isAt = async (server: Server, id: string): Promise<boolean> =>
  (await server.rows(sql`select where residence_of(${id}) = 'here'`)).length > 0

interface Means {
  wait(milliseconds: number): Promise<unknown>
  say(line: string): void
}

/**
 * Ends what a move that died or failed has left: completes a switch that was half done, and else takes everything back. Afterwards each tenant
 * lives in one primary and no log is kept for nobody. Only rows that stayed behind are still there (`emptyBehind`).
 */
export async function tidyUp({ all }: Servers, { wait, say }: Means): Promise<void> {
  const servers = [...all.values()]
  const broken: [Server, string][] = []
  for (const server of servers)
    for (const { id, from } of await marksAt(server)) {
      if (from === null) continue
      const source = all.get(from)
      if (!source)
        // Whether it lives there still is not known: neither is right.
        say(
          `A tenant (${id}) was on its way from ${from} to ${server.name}, and ${from} cannot be asked. It waits for that.`,
        )
      else if (
        (await marksAt(source)).some((mark) => mark.id === id && mark.to === server.name && mark.from === null)
      ) {
        await arrive(server, [id])
        say(`A move to ${server.name} that was broken off is completed.`)
      } else broken.push([server, id])
    }
  // What is deleted later must not be deleted at the other side too.
  for (const server of servers) await unsubscribe(server)
  for (const server of servers) await unpublish(server, wait)
  for (const [server, id] of broken) await forgetCopy(server, id)
}

/**
 * Removes the copy of a tenant that did not come to live here. Its mark stays: a process may still believe that it lives here, if it once
 * did, and would find nothing instead of being refused.
 */
async function forgetCopy(server: Server, id: string): Promise<void> {
  await deleteRows(server, [id])
  await server.rows(sql`call forget_numbers(${id})`)
  await quietly(server, async () => {
    for (const table of carriedTables) await server.run(sql`delete from ${sql.ref(table)} where tenant_id = ${id}`)
    await server.run(sql`update moved_tenants set moved_to = coming_from, coming_from = null where moved_id = ${id}`)
  })
}

/** Deletes rows of tenants that stayed behind in any other primary than that in which they live. Returns how many. */
export async function emptyBehind({ all }: Servers, ids: readonly string[]): Promise<number> {
  let deleted = 0
  const servers = [...all.values()]
  for (const id of ids) {
    const isHome = await Promise.all(servers.map((server) => isAt(server, id)))
    if (!isHome.includes(true)) continue
    for (const server of servers) {
      const hasLeft = (await marksAt(server)).some((mark) => mark.id === id && mark.from === null)
      if (!hasLeft) continue
      deleted += await deleteRows(server, [id])
      await server.rows(sql`call forget_numbers(${id})`)
    }
  }
  return deleted
}
