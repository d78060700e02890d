import { eventsOfPage, type LicenseEvent } from '@trellis/contract/licenses'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { isNamed } from './queries.ts'

/**
 * What the audit log knows of a license in reach, the newest first, from before an entry. Undefined when there is no such
 * license. A seat keeps its device's name; a deleted one has it in its entry.
 */
export const presentHistory = (tx: Reader, serialKey: string, before: string | undefined) =>
  tx.json<{ items: LicenseEvent[]; hasMore: boolean }>(sql`
    with license as (
      select l.license_id, l.license_is_perpetual from licenses l
      where ${isNamed(serialKey)}
    ), events as materialized (
      select e.*, row_number() over (order by e.audit_id desc) as row_no
      from offered.audit_events e
      where e.tenant_id = (select current_tenant()) and e.entity = 'license'
        and e.entity_id = (select license_id::text from license)
        ${before === undefined ? sql`` : sql`and e.audit_id < ${before}`}
      order by e.audit_id desc limit ${sql.lit(eventsOfPage + 1)}
    )
    select json_build_object(
      'items', (
        select coalesce(json_agg(json_build_object(
          'id', e.audit_id, 'creationDate', iso(e.at), 'event', substr(e.action, 9),
          'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u
                        where u.tenant_id = e.tenant_id and u.user_id = e.user_id),
          'device', coalesce(
            e.before ->> 'deviceName', e.before ->> 'device_name', s.device_name, s.device_uuid, e.after ->> 'deviceUuid',
            e.before ->> 'deviceUuid', e.before ->> 'device_uuid'),
          'otherDevice', coalesce(
            (select o.device_name from license_seats o
             where o.tenant_id = e.tenant_id and o.license_id = (select license_id from license)
               and o.device_uuid = e.after ->> 'byDeviceUuid' and o.device_name is not null
             order by o.created_at desc limit 1), e.after ->> 'byDeviceUuid'),
          'otherSerialKey', coalesce(e.after ->> 'upgradedBy', e.after ->> 'upgradeOf'),
          'noteBefore', e.before ->> 'note', 'note', e.after ->> 'note',
          'dueDate', case when e.action in ('license.activated', 'license.renewed') then
            iso(coalesce(e.after ->> 'expiresAt', e.after ->> 'maintenanceExpiresAt')::timestamptz) end)
          order by e.row_no), '[]')
        from events e
        left join license_seats s on s.tenant_id = e.tenant_id
          and s.license_seat_id = coalesce(e.after ->> 'licenseSeatId', e.before ->> 'licenseSeatId')::uuid
        where e.row_no <= ${sql.lit(eventsOfPage)}),
      'hasMore', (select count(*) > ${sql.lit(eventsOfPage)} from events))::text
    from license`)
