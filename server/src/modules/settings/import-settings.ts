import { TenantChange } from '@trellis/contract/settings'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { present, required, text } from '../../platform/import/cells.ts'
import type { ImportFile } from '../../platform/import/file.ts'
import { key } from '../../platform/import/keys.ts'
import { report, reportRepeated, sound } from '../../platform/import/stage.ts'
import { found } from '../../platform/refusal.ts'
import { findSettings, isKnownTimeZone, listTenantGroups, lockSettings, type StoredSettings } from '../tenants/index.ts'
import { changeGroup } from './change-roles.ts'
import { writeChange } from './change-settings.ts'

type Held = StoredSettings

/** A setting: its text in a file, and the change that a text asks for. */
interface Setting {
  text(held: Held): string
  change(text: string, held: Held): unknown
}
const list = (values: readonly (string | number)[]) => values.join('|')
const parts = (text: string) => (text === '' ? [] : text.split('|').map((part) => part.trim()))

const days = (name: keyof Held['defaults']): Setting => ({
  text: ({ defaults }) => {
    const value = defaults[name]
    return typeof value === 'number' ? String(value) : list(value)
  },
  change: (text, { defaults }) => {
    const isOne = typeof defaults[name] === 'number'
    return { defaults: { ...defaults, [name]: isOne ? Number(text || Number.NaN) : parts(text).map(Number) } }
  },
})

/** What a tenant's super admins set (rules G14 to G16), but what has to be proved in each installation. */
const settings: Record<string, Setting> = {
  tenantName: { text: ({ tenantName }) => tenantName, change: (tenantName) => ({ tenantName }) },
  timeZone: { text: ({ timeZone }) => timeZone, change: (timeZone) => ({ timeZone }) },
  primaryColor: {
    text: ({ theme }) => theme.primaryColor ?? '',
    change: (text) => ({ theme: text === '' ? {} : { primaryColor: text.toLowerCase() } }),
  },
  excludedMenuEntries: {
    text: ({ excludedMenuEntries }) => list(excludedMenuEntries),
    change: (text) => ({ excludedMenuEntries: parts(text) }),
  },
  externalLinks: {
    text: ({ externalLinks }) => list(externalLinks.map(({ entry, url }) => `${entry}=${url}`)),
    change: (text) => ({
      externalLinks: parts(text).map((part) => {
        const [entry = '', ...url] = part.split('=')
        return { entry, url: url.join('=') }
      }),
    }),
  },
  protectionDays: days('protectionDays'),
  stockHoldDays: days('stockHoldDays'),
  certificateReminderDays: days('certificateReminderDays'),
  licenseReminderDays: days('licenseReminderDays'),
}
const settingNames = [...Object.keys(settings), 'group.ID']

/** `group.4`: the name of the account group with this number, which is the same in each tenant. */
const groupOf = (setting: string): number | null => {
  const [, number] = /^group\.(\d{1,5})$/.exec(setting) ?? []
  return number === undefined ? null : Number(number)
}

interface Row {
  line: number
  setting: string
  value: string
}

/** The rows without problems that say something else than what is set, each with what it asks for; null: it asks for what cannot be. */
async function readRows(tx: Tx, rows: Row[]) {
  const held = found(await findSettings(tx))
  const groups = await listTenantGroups(tx)
  const read = async ({
    setting,
    value,
  }: Row): Promise<'same' | 'unknown' | 'impossible' | TenantChange | { groupId: number }> => {
    const groupId = groupOf(setting)
    if (groupId !== null) {
      const group = groups.find((each) => each.groupId === groupId)
      if (group === undefined) return 'unknown'
      if (value === '' || value.length > 60 || value.includes('|')) return 'impossible'
      const isTaken = groups.some((each) => each !== group && each.name.toLowerCase() === value.toLowerCase())
      return group.name === value ? 'same' : isTaken ? 'impossible' : { groupId: group.groupId }
    }
    const name = Object.keys(settings).find((each) => each.toLowerCase() === setting.toLowerCase())
    const known = name === undefined ? undefined : settings[name]
    if (known === undefined) return 'unknown'
    if (known.text(held) === value) return 'same'
    const change = TenantChange.safeParse(known.change(value, held))
    if (!change.success) return 'impossible'
    const { timeZone } = change.data
    return timeZone !== undefined && !(await isKnownTimeZone(tx, timeZone)) ? 'impossible' : change.data
  }
  return Promise.all(rows.map(async (row) => ({ ...row, asks: await read(row) })))
}

const listRows = (tx: Tx) =>
  tx.rows<Row>(sql`
    select s.at_line as line, s.setting, coalesce(s.value, '') as value from stage_settings s where ${sound} order by s.at_line`)

/** The settings of the tenant, one row each. */
export const settingsImport: ImportFile = {
  name: 'settings.csv',
  columns: { setting: required(key()), value: present(text(10_000)) },
  workedOut: 'state text',
  isLeaf: false,

  async check(tx) {
    await reportRepeated(tx, 'stage_settings', 'setting', 'key_of(setting)')
    const rows = await readRows(tx, await listRows(tx))
    const of = (asks: string) => sql`(
      select o.* from stage_settings o
      where o.at_line = any(${rows.filter((row) => row.asks === asks).map(({ line }) => line)}::int[])) s`
    await report(
      tx,
      'setting',
      { reason: 'noSetting', detail: sql.lit(settingNames.join(', ')) },
      sql`from ${of('unknown')} where ${sound}`,
    )
    await report(tx, 'value', 'notSetting', sql`from ${of('impossible')} where ${sound}`)
    const states = rows.map(({ line, asks }) => ({ line, state: asks === 'same' ? 'same' : 'changed' }))
    await tx.run(sql`
      update stage_settings s set state = n.state
      from jsonb_to_recordset(${json(states)}) as n (line int, state text) where n.line = s.at_line`)
  },

  async write(tx, step) {
    await lockSettings(tx)
    const tenant = found(await tx.row<{ id: string }>(sql`select current_tenant() as id`))
    const rows = await listRows(tx)
    // One after another: of the days of several rows each is a change of the same object.
    for (const row of rows) {
      const [{ asks } = { asks: 'same' as const }] = await readRows(tx, [row])
      if (typeof asks === 'string') continue
      if ('groupId' in asks) await changeGroup(tx, asks.groupId, row.value)
      else await writeChange(tx, tenant.id, asks)
    }
    step(rows.length, rows.length)
  },

  present: () => sql`
    select t.tenant_id::text as id, n.setting, coalesce(n.value, '') as value
    from offered.tenants t
    join offered.tenant_menus m on m.tenant_id = t.tenant_id
    join offered.tenant_defaults d on d.tenant_id = t.tenant_id
    cross join lateral (values
      (1, 'tenantName', t.name),
      (2, 'timeZone', t.time_zone),
      (3, 'primaryColor', t.theme ->> 'primaryColor'),
      (4, 'excludedMenuEntries', array_to_string(m.excluded_menu_entries, '|')),
      (5, 'externalLinks', (select string_agg((l.value ->> 'entry') || '=' || (l.value ->> 'url'), '|' order by l.value ->> 'entry')
                            from jsonb_array_elements(m.external_links) l)),
      (6, 'protectionDays', d.protection_days::text),
      (7, 'stockHoldDays', d.stock_hold_days::text),
      (8, 'certificateReminderDays', array_to_string(d.certificate_reminder_days, '|')),
      (9, 'licenseReminderDays', array_to_string(d.license_reminder_days, '|'))
    ) n (place, setting, value)
    where t.tenant_id = (select current_tenant())
    union all
    (select g.group_id::text, 'group.' || g.group_id, g.name
     from offered.account_groups g where g.tenant_id = (select current_tenant()) order by g.group_id)`,

  sums: async () => ({}),
}
