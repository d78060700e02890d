import type { Maintenance as Shown } from '@trellis/contract/tenants'
import { Gauge, type Registry } from 'prom-client'
import type { Database, Shared } from '../../platform/database/database.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Gate } from '../../platform/http/dispatch.ts'
import { Unavailable } from '../../platform/refusal.ts'

/* Maintenance of a tenant, or of the whole installation (rules G47 to G49, decision 176). */

/** Every process hears on it that something has changed (`tell_maintenance`). */
const maintenanceChannel = 'trellis_maintenance'

export interface Maintenance {
  /** Null for the whole installation. */
  tenantId: string | null
  tenantCode: string | null
  beganAt: Date
  until: Date | null
  message: string | null
}

/**
 * Begins the maintenance of a tenant, or of the whole installation (null), or says anew until when it lasts and why. False when it
 * had begun before. Only the owner may: call it in `db.administer`.
 */
export async function beginMaintenance(
  tx: Tx,
  { tenantId, until, message }: Pick<Maintenance, 'tenantId' | 'until' | 'message'>,
): Promise<boolean> {
  const row = await tx.row<{ isNew: boolean }>(sql`
    insert into maintenances (tenant_id, until, message) values (${tenantId}, ${until}, ${message})
    on conflict (tenant_id) do update set until = excluded.until, message = excluded.message
    returning xmax = 0 as "isNew"`)
  return row?.isNew === true
}

/** False when there is none. Only the owner may. */
export const endMaintenance = async (tx: Tx, tenantId: string | null): Promise<boolean> =>
  (await tx.run(sql`delete from maintenances where tenant_id is not distinct from ${tenantId}::uuid`)) > 0

/** That of the installation stands in each primary: once here. */
export async function listMaintenances(
  { everywhere }: Pick<Database, 'everywhere'>,
  memory?: Map<Shared, Maintenance[]>,
): Promise<Maintenance[]> {
  const all = await everywhere.each(maintenancesOf, memory)
  const [first] = all.flat().filter(({ tenantId }) => tenantId === null)
  return [...(first ? [first] : []), ...all.flat().filter(({ tenantId }) => tenantId !== null)]
}

const maintenancesOf = (shared: Shared) =>
  shared.rows<Maintenance>(sql`
    select m.tenant_id as "tenantId", t.code::text as "tenantCode", m.began_at as "beganAt", m.until, m.message
    from maintenances m left join tenants t on t.tenant_id = m.tenant_id order by t.code nulls first`)

export interface Maintenances extends Gate {
  /** What is told about the maintenance of a tenant, or of the installation around it; null when there is none. */
  shown(tenantId: string | null): Shown | null
  /** Whether some tenant is in maintenance by itself. */
  hasTenants(): boolean
  /** Called with every change. */
  onChange(listener: () => void): void
  /** Reads what there is; later changes are heard. */
  start(): Promise<void>
  /** Adds the gauge for Prometheus. */
  count(registry: Registry): void
}

/** Milliseconds until what could not be read is read again. */
const retry = 1_000
/** Seconds after which a refused call is repeated: until the promised end, but neither at once nor late when it ends early. */
const pause = { least: 5, usual: 30, most: 60 }

/**
 * The maintenance as this process knows it. It is kept while the database cannot be reached, so that an installation whose database is
 * stopped for its maintenance goes on saying so.
 */
export function openMaintenances(db: Database, notifications: Pick<Notifications, 'subscribe'>): Maintenances {
  let known: Maintenance[] = []
  const memory = new Map<Shared, Maintenance[]>()
  const listeners: (() => void)[] = []
  let isReading = false
  let isStale = false

  async function read(): Promise<void> {
    do {
      isStale = false
      const next = await listMaintenances(db, memory)
      const isChanged = JSON.stringify(next) !== JSON.stringify(known)
      known = next
      if (isChanged) for (const listener of listeners) listener()
    } while (isStale)
  }
  const refresh = () => {
    isStale = true
    if (isReading) return
    isReading = true
    void read()
      .catch(() => void setTimeout(refresh, retry).unref())
      .finally(() => {
        isReading = false
      })
  }
  notifications.subscribe(maintenanceChannel, { began: refresh, heard: refresh, lost: () => undefined })

  const of = (tenantId: string | null) =>
    known.find((each) => each.tenantId === null) ??
    (tenantId === null ? undefined : known.find((each) => each.tenantId === tenantId))
  const shown = (tenantId: string | null): Shown | null => {
    const found = of(tenantId)
    return found ? { untilDate: found.until?.toISOString() ?? null, message: found.message } : null
  }

  return {
    shown,
    pass(tenantId) {
      const maintenance = shown(tenantId)
      if (maintenance === null) return
      const { untilDate } = maintenance
      const left = untilDate === null ? 0 : Math.ceil((Date.parse(untilDate) - Date.now()) / 1000)
      const seconds = left <= 0 ? pause.usual : Math.min(pause.most, Math.max(pause.least, left))
      throw new Unavailable('maintenance', 'This portal is in maintenance', { maintenance }, seconds)
    },
    hasTenants: () => known.some(({ tenantId }) => tenantId !== null),
    onChange: (listener) => void listeners.push(listener),
    start: read,
    count(registry) {
      new Gauge({
        name: 'trellis_maintenance_began_timestamp_seconds',
        help: 'When the maintenance began of each tenant that is in it; without a tenant, of the whole installation',
        labelNames: ['tenant'],
        registers: [registry],
        collect() {
          this.reset()
          for (const { tenantCode, beganAt } of known) this.set({ tenant: tenantCode ?? '' }, beganAt.getTime() / 1000)
        },
      })
    },
  }
}
