import { maximumHosts, TenantChange, type TenantSettings } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { changeOf, draftOf, SettingsDraft, type SettingsInput } from './draft.ts'

const settings: TenantSettings = {
  tenantCode: 'demo',
  tenantName: 'Halcyon',
  logoUrl: null,
  theme: { primaryColor: '#0a7d5a' },
  excludedMenuEntries: ['deals', 'ds'],
  externalLinks: [{ entry: 'help-desk', url: 'https://help.example' }],
  timeZone: 'Europe/Zurich',
  environment: 'test',
  secondsAhead: 0,
  version: '1.0.0',
  hosts: ['one.example', 'two.example'],
  domains: [],
  mailFrom: 'partners@halcyon.example',
  defaults: {
    protectionDays: 90,
    stockHoldDays: 14,
    certificateReminderDays: [60, 30],
    licenseReminderDays: [],
  },
}

/** The body of the call for what was typed over the form of these settings; undefined when the form refuses it. */
function sent(typed: Partial<SettingsInput>, held: TenantSettings = settings) {
  // An emptied optional field is removed before the schema sees it, as the form does.
  const { theme, mailFrom, links, ...rest } = { ...draftOf(held), ...typed }
  const kept = <T extends object>(values: T) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const parsed = SettingsDraft.safeParse({
    ...rest,
    theme: kept(theme),
    links: kept(links),
    ...(mailFrom !== '' && { mailFrom }),
  })
  return parsed.success ? changeOf(parsed.data, held) : undefined
}

test('a form that nobody changed sends what is held, and the server accepts it', () => {
  const { tenantName, theme, hosts, mailFrom, timeZone, excludedMenuEntries, externalLinks, defaults } = settings
  const change = sent({})
  expect(change).toEqual({ tenantName, theme, hosts, mailFrom, timeZone, excludedMenuEntries, externalLinks, defaults })
  expect(TenantChange.safeParse(change).success).toBe(true)
})

test('emptied fields mean: the standard colour, the sender of the installation, no link, no reminder, no host', () => {
  const change = sent({
    theme: { primaryColor: '' },
    mailFrom: '',
    hosts: ' \n ',
    links: { 'brand-assets': '', 'knowledge-base': '', 'help-desk': '' },
    defaults: { protectionDays: 90, stockHoldDays: 14, certificateReminderDays: '', licenseReminderDays: ' ' },
  })
  expect(change).toMatchObject({
    ...{ theme: {}, mailFrom: null, hosts: [], externalLinks: [] },
    defaults: { certificateReminderDays: [], licenseReminderDays: [] },
  })
})

test('host names are separated by lines, commas or spaces, and written in small letters', () => {
  expect(sent({ hosts: 'One.Example,\ntwo.example three.example;' })?.hosts).toEqual([
    'one.example',
    'two.example',
    'three.example',
  ])
  expect(sent({ hosts: 'one.example\nONE.example' })).toBeUndefined()
  expect(sent({ hosts: 'https://one.example' })).toBeUndefined()
  const hosts = Array.from({ length: maximumHosts + 1 }, (_, at) => `h${at}.example`)
  expect(sent({ hosts: hosts.slice(1).join(' ') })?.hosts).toHaveLength(maximumHosts)
  expect(sent({ hosts: hosts.join(' ') })).toBeUndefined()
})

test.each([
  ['30, 7', [30, 7]],
  ['30;7 1', [30, 7, 1]],
  ['0', undefined],
  ['366', undefined],
  ['7.5', undefined],
  ['seven', undefined],
  ['7, 7', undefined],
  ['6, 5, 4, 3, 2, 1', undefined],
])('reminder days typed as “%s” are %j', (typed, days) => {
  const defaults = { ...draftOf(settings).defaults, licenseReminderDays: typed }
  expect(sent({ defaults })?.defaults?.licenseReminderDays).toEqual(days)
})

test('an entry that is switched off is excluded; the one for developers stays as the operator set it', () => {
  const menu = { ...draftOf(settings).menu, deals: true, stocks: false }
  expect(sent({ menu })?.excludedMenuEntries).toEqual(['stocks', 'ds'])
  expect(sent({ menu }, { ...settings, excludedMenuEntries: [] })?.excludedMenuEntries).toEqual(['stocks'])
  expect(Object.keys(menu)).not.toContain('ds')
})

test('a link that is no https address is refused, others are sent by entry', () => {
  const links = { 'brand-assets': 'https://brand.example/kit', 'knowledge-base': '', 'help-desk': '' }
  expect(sent({ links })?.externalLinks).toEqual([{ entry: 'brand-assets', url: 'https://brand.example/kit' }])
  expect(sent({ links: { ...links, 'help-desk': 'http://help.example' } })).toBeUndefined()
})
