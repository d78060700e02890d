import {
  Host,
  HttpsUrl,
  maximumHoldDays,
  maximumHosts,
  maximumProtectionDays,
  type TenantChange,
  TenantDefaults,
  type TenantSettings,
  Theme,
} from '@trellis/contract/settings'
import { externalEntries, type MenuEntry, menuEntries } from '@trellis/contract/tenants'
import { TimeZone } from '@trellis/contract/users'
import { Email, keyText } from '@trellis/contract/values'
import * as z from 'zod/mini'

/** The entries that the form offers. The design system is a tool for developers and stays as it is. */
export const offeredEntries = menuEntries.filter((entry) => entry !== 'ds')

const words = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== '')
const isUnique = (values: string[]) => new Set(values).size === values.length
const hostsOf = (text: string) => words(text.toLowerCase())
const daysOf = (text: string) => words(text).map(Number)

const Hosts = z.string().check(
  z.refine((text) => hostsOf(text).every((host) => Host.safeParse(host).success), { error: 'host', abort: true }),
  z.refine((text) => isUnique(hostsOf(text)), { error: 'twice' }),
  z.refine((text) => hostsOf(text).length <= maximumHosts),
)

const Reminders = z
  .string()
  .check(
    z.refine((text) => TenantDefaults.shape.licenseReminderDays.safeParse(daysOf(text)).success, { error: 'day_list' }),
  )

const days = (most: number) => z.int().check(z.minimum(1), z.maximum(most))

/** The form. An emptied optional field is absent; lists are texts. */
export const SettingsDraft = z.object({
  tenantName: keyText(100),
  theme: Theme,
  hosts: Hosts,
  mailFrom: z.optional(Email),
  timeZone: TimeZone,
  menu: z.record(z.string(), z.boolean()),
  links: z.record(z.enum(externalEntries), z.optional(HttpsUrl)),
  defaults: z.object({
    protectionDays: days(maximumProtectionDays),
    stockHoldDays: days(maximumHoldDays),
    certificateReminderDays: Reminders,
    licenseReminderDays: Reminders,
  }),
})
export type SettingsInput = z.input<typeof SettingsDraft>

const linkOf = (settings: TenantSettings, entry: string) =>
  settings.externalLinks.find((link) => link.entry === entry)?.url ?? ''

export function draftOf(settings: TenantSettings): SettingsInput {
  const { tenantName, theme, hosts, mailFrom, timeZone, excludedMenuEntries, defaults } = settings
  return {
    tenantName,
    theme: { primaryColor: theme.primaryColor ?? '' },
    hosts: hosts.join('\n'),
    mailFrom: mailFrom ?? '',
    timeZone,
    menu: Object.fromEntries(offeredEntries.map((entry) => [entry, !excludedMenuEntries.includes(entry)])),
    links: {
      'brand-assets': linkOf(settings, 'brand-assets'),
      'knowledge-base': linkOf(settings, 'knowledge-base'),
      'help-desk': linkOf(settings, 'help-desk'),
    },
    defaults: {
      ...defaults,
      certificateReminderDays: defaults.certificateReminderDays.join(', '),
      licenseReminderDays: defaults.licenseReminderDays.join(', '),
    },
  }
}

/** The body of the call. */
export function changeOf(draft: z.output<typeof SettingsDraft>, before: TenantSettings): TenantChange {
  const isHidden = (entry: MenuEntry) =>
    entry === 'ds' ? before.excludedMenuEntries.includes(entry) : draft.menu[entry] === false
  return {
    tenantName: draft.tenantName,
    theme: draft.theme,
    hosts: hostsOf(draft.hosts),
    mailFrom: draft.mailFrom ?? null,
    timeZone: draft.timeZone,
    excludedMenuEntries: menuEntries.filter(isHidden),
    externalLinks: externalEntries.flatMap((entry) => {
      const url = draft.links[entry]
      return url === undefined ? [] : [{ entry, url }]
    }),
    defaults: {
      ...draft.defaults,
      certificateReminderDays: daysOf(draft.defaults.certificateReminderDays),
      licenseReminderDays: daysOf(draft.defaults.licenseReminderDays),
    },
  }
}
