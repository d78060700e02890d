import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import {
  Fault,
  instant,
  type Kind,
  optional,
  required,
  text,
  wholeNumber,
  yesOrNo,
} from '../../platform/import/cells.ts'
import { type ImportFile, inBatches, number } from '../../platform/import/file.ts'
import { exactInstant } from '../../platform/import/present.ts'
import { report, reportFuture, reportRepeated, sound } from '../../platform/import/stage.ts'
import { inReach } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { serialKeyCell } from './serial-keys.ts'

const table = 'stage_seats'

const deviceUuid: Kind = {
  sqlType: 'text',
  read: (value) => (/^[\x20-\x7e]{1,100}$/.test(value) ? value : new Fault('notDevice')),
}

/** What a device says about itself, by column of the file and of the table. */
const told: Record<string, string> = {
  deviceName: 'device_name',
  deviceDescription: 'device_description',
  deviceLang: 'device_lang',
  installedProduct: 'installed_product',
  installedVersion: 'installed_version',
  osName: 'os_name',
  osVersion: 'os_version',
}
const toldColumns = sql.join(Object.values(told).map((column) => sql.ref(column)))

/**
 * The seats that devices hold (rules K39). The devices know nothing of the move: the next heartbeat brings each of them a lease of
 * this installation, whose number is above all earlier ones because numbers are times (decision 042).
 */
export const seatsImport: ImportFile = {
  name: 'seats.csv',
  columns: {
    serialKey: required(serialKeyCell),
    deviceUuid: required(deviceUuid),
    deviceName: optional(text()),
    activationDate: optional(instant),
    lastContact: optional(instant),
    suspended: optional(yesOrNo),
    deviceDescription: optional(text()),
    deviceLang: optional(text()),
    installedProduct: optional(text()),
    installedVersion: optional(text()),
    osName: optional(text()),
    osVersion: optional(text()),
    currentTrialStep: optional(wholeNumber(0, 1_000_000)),
  },
  workedOut: 'license_id uuid, seat_id uuid, seq int, state text',
  isLeaf: true,

  async check(tx) {
    await reportRepeated(tx, table, 'deviceUuid', 'serial_key, device_uuid')
    await tx.run(sql`analyze stage_seats`)
    // A seat that was freed since the first import stays free.
    await tx.run(sql`
      update stage_seats s set license_id = l.license_id, seat_id = id_at(coalesce(o.activation_date, l.activated_at, clock())),
        state = case when exists (
          select from license_seats d
          where d.tenant_id = l.tenant_id and d.license_id = l.license_id and d.device_uuid = o.device_uuid)
          then 'same' else 'new' end
      from stage_seats o
      left join licenses l on l.tenant_id = (select current_tenant()) and l.serial_key = o.serial_key and ${inReach(sql`l.owner_id`)}
      where o.at_line = s.at_line`)
    const rows = sql`from stage_seats s where ${sound}`
    await report(tx, 'serialKey', 'noKey', sql`${rows} and s.license_id is null`)
    const known = sql`from stage_seats s
      join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = s.license_id where ${sound} and s.state = 'new'`
    await report(tx, 'serialKey', 'seatNotActivated', sql`${known} and l.activated_at is null`)
    await reportFuture(tx, table, 'activationDate')
    await reportFuture(tx, table, 'lastContact')
    await report(
      tx,
      'deviceUuid',
      { reason: 'noSeatLeft', detail: sql`s.seats` },
      sql`from (
        select o.*, l.seats, l.seats_occupied + count(*) over (partition by o.license_id order by o.at_line) as taken
        from stage_seats o
        join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = o.license_id
        where o.state = 'new'
      ) s where ${sound} and s.taken > s.seats`,
    )
  },

  async write(tx, step) {
    const added = await number(tx, table, 'new', 'license_id, at_line')
    await inBatches(added, 2000, step, async (from, to) => {
      const those = sql`s.state = 'new' and s.seq between ${from} and ${to}`
      await tx.run(sql`
        insert into license_seats (license_seat_id, license_id, device_uuid, ${toldColumns}, suspended, current_trial_step,
                                   created_at, last_seen_at)
        select s.seat_id, s.license_id, s.device_uuid, ${sql.join(Object.values(told).map((column) => sql.ref(`s.${column}`)))},
               coalesce(s.suspended, false), case when p.is_trial then s.current_trial_step end,
               coalesce(s.activation_date, l.activated_at), coalesce(s.last_contact, clock())
        from stage_seats s
        join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = s.license_id
        join offered.products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id
        where ${those} order by s.seq`)
      await recordRows(
        tx,
        'license.seat_taken',
        'license',
        sql`select s.license_id, jsonb_build_object('seatsOccupied', l.seats_occupied + s.nth - 1),
                   jsonb_build_object('seatsOccupied', l.seats_occupied + s.nth, 'deviceUuid', s.device_uuid,
                                      'licenseSeatId', s.seat_id, 'source', 'import')
            from (select s.*, row_number() over (partition by s.license_id order by s.seq) as nth from stage_seats s where ${those}) s
            join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = s.license_id
            order by s.seq`,
      )
      await countTaken(tx, those)
    })
  },

  present: (among) => sql`
    select s.license_seat_id::text as id, l.serial_key as "serialKey", s.device_uuid as "deviceUuid",
           ${sql.join(Object.entries(told).map(([name, column]) => sql`${sql.ref(`s.${column}`)} as ${sql.ref(name)}`))},
           ${exactInstant(sql`s.created_at`)} as "activationDate", ${exactInstant(sql`s.last_seen_at`)} as "lastContact",
           s.suspended::text, s.current_trial_step::text as "currentTrialStep"
    from license_seats s
    join licenses l on l.tenant_id = s.tenant_id and l.license_id = s.license_id
    where s.tenant_id = (select current_tenant()) and s.revoked_at is null and ${inReach(sql`l.owner_id`)}
      and ${among(sql`s.license_seat_id`)}
    order by l.created_at, l.serial_key, s.created_at, s.device_uuid`,

  leavesOut: [
    {
      what: 'seats that were freed, and with them how many of a key its users freed by themselves',
      count: sql`select count(*) from license_seats s
        join licenses l on l.tenant_id = s.tenant_id and l.license_id = s.license_id
        where s.tenant_id = (select current_tenant()) and s.revoked_at is not null and ${inReach(sql`l.owner_id`)}`,
    },
  ],

  async sums(tx) {
    const row = await tx.row<{ keys: number; suspended: number }>(sql`
      select count(distinct serial_key) as keys, count(*) filter (where suspended) as suspended from stage_seats`)
    return { keys: row?.keys ?? 0, suspended: row?.suspended ?? 0 }
  },
}

/**
 * Counts the seats at their keys. A device that took the last seat since the check is a collision: the file is then checked again,
 * with the fault of the row.
 */
async function countTaken(tx: Tx, those: Sql): Promise<void> {
  const taken = sql`(select s.license_id, count(*)::int as seats from stage_seats s where ${those} group by 1)`
  const keys = await tx.row<{ count: number }>(sql`select count(*)::int as count from ${taken} n`)
  const counted = await tx.run(sql`
    update licenses l set seats_occupied = l.seats_occupied + n.seats
    from ${taken} n
    where l.tenant_id = (select current_tenant()) and l.license_id = n.license_id and l.seats_occupied + n.seats <= l.seats`)
  if (counted < (keys?.count ?? 0)) throw Object.assign(new Error('A seat was taken meanwhile'), { code: '40001' })
}
