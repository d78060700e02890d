import { contrast, enoughContrast, readableOn } from '@trellis/contract/brand'
import { expect, test } from 'vitest'
import { type Brand, brandOf } from './brand.ts'
import type { DealChange, Kind, Letter, OrderNews } from './letters.ts'
import { renderLetter } from './render.tsx'

const tenant = {
  code: 'verdant',
  name: 'Verdant',
  logoUrl: null,
  theme: { primaryColor: '#1f6f6b' },
  mailSender: null,
  isSenderProved: true,
  hosts: ['portal.verdant.example'],
  isDefault: false,
}
const means = { publicUrl: 'https://portal.example:8443', mailFrom: undefined, defaultTenant: undefined }
const brand: Brand = brandOf(tenant, means)

const news: OrderNews = {
  path: '/sell-in/42',
  orderCode: 'SO-2026-000042',
  buyerName: 'Acme',
  vendorName: 'Nordico',
  reader: 'buyer',
  by: 'Nora Nordico',
  total: '1234.5000',
  currencyCode: 'EUR',
  lines: 2,
}
const deal: Omit<DealChange, 'event'> = {
  path: '/deals/7',
  code: 'DL-2026-000007',
  company: 'Torino Acque',
  vendorName: 'Acme',
  by: 'Nora Nordico',
  amount: '900.0000',
  total: '1000.0000',
  currencyCode: 'EUR',
  date: '2026-12-03',
}
const letters: { [K in Kind]: Extract<Letter, { kind: K }>['values'] } = {
  invitation: { path: '/auth/confirm?token=abc', accountName: 'Acme', invitedBy: 'Nora Nordico', days: 7 },
  account_offer: { path: '/profile', accountName: 'Acme', invitedBy: 'Nora Nordico' },
  password_reset: { path: '/auth/reset-password?token=abc', minutes: 60 },
  email_change: { path: '/auth/email?change=abc', hours: 24 },
  email_changed: { path: '/auth/email?undo=abc', email: 'anna@new.example', days: 7 },
  mfa_code: { code: '314159', minutes: 10 },
  password_changed: { path: '/auth/forgot-password' },
  mfa_enabled: { provider: 'Authenticator app', path: '/profile' },
  mfa_disabled: { provider: 'E-mail', path: '/profile' },
  passkey_added: { name: 'Laptop', path: '/profile' },
  passkey_removed: { name: 'Laptop', path: '/profile' },
  session_reused: { path: '/auth/forgot-password' },
  key_ends: { path: '/accounts/7/keys', name: 'ERP', prefix: 'trk_7fk2m9qx', accountName: 'Acme', date: '2026-12-03' },
  webhook_paused: { path: '/accounts/7/webhooks', accountName: 'Acme', host: 'erp.acme.example', because: 'failing' },
  order_requested: { ...news, reader: 'vendor', path: '/sell-out/42' },
  order_approved: news,
  order_canceled: { ...news, by: null },
  order_revoked: news,
  order_short: { ...news, reader: 'vendor', path: '/sell-out/42' },
  order_delayed: { ...news, reader: 'vendor', path: '/sell-out/42', by: null },
  deal_news: {
    path: '/deals',
    changes: [
      { ...deal, event: 'protected' },
      { ...deal, event: 'expiring', by: null, code: 'DL-2026-000008', path: '/deals/8' },
    ],
  },
  license_due: {
    path: '/renewals?window=30',
    due: [
      { path: '/renewals?window=30', days: 30, keys: 3, accounts: 1, accountName: 'Acme', firstDate: '2026-12-03' },
      { path: '/renewals?window=90', days: 90, keys: 1, accounts: 2, accountName: 'Acme', firstDate: '2027-02-01' },
    ],
  },
  renewal_asked: { path: '/licenses/EDGE-1', productName: 'Edge', accountName: 'Acme', dueDate: '2026-12-03' },
  certificate_due: {
    path: '/accounts/42/certifications?from=2026-12-03',
    due: [
      {
        path: '/accounts/42/certifications?from=2026-12-03',
        ...{ days: 30, certificates: 2, accounts: 1, accountName: 'Acme', firstDate: '2026-12-03' },
      },
    ],
  },
  month_report: {
    path: '/reports/month?month=2026-10',
    report: {
      ...{ month: '2026-10', accountId: '7', accountName: 'Acme', currencyCode: 'EUR', timeZone: 'Europe/Rome' },
      creationDate: '2026-11-01T06:07:00Z',
      sales: {
        sellOut: { current: 1234.5, previous: 1000, trend: 23.5 },
        sellIn: { current: 800, previous: 0, trend: null },
        yearBefore: { current: 1234.5, previous: 2469, trend: -50 },
        otherCurrencies: [{ currencyCode: 'USD', sellIn: 0, sellOut: 30 }],
      },
      partners: {
        up: [{ accountId: '8', accountName: 'Bergen', current: 500, previous: 100, change: 400 }],
        down: [{ accountId: '9', accountName: 'Calabro', current: 100, previous: 265.5, change: -165.5 }],
      },
      deals: {
        registered: { current: 3, previous: 2, trend: 50 },
        won: { current: 1, previous: 0, trend: null },
        lost: { current: 0, previous: 0, trend: null },
        ...{ wonAmount: 900, atRisk: { deals: 2, total: [{ currencyCode: 'EUR', amount: 750 }] } },
      },
      renewals: { keys: 4, total: [{ currencyCode: 'EUR', amount: 320 }] },
      stock: {
        count: 1,
        items: [{ productId: '1', sku: 'EDGE-1Y', productName: 'Edge', available: 1, threshold: 5 }],
      },
    },
  },
  order_digest: {
    path: '/sell-in',
    news: [
      { ...news, event: 'approved' },
      { ...news, event: 'canceled', orderCode: 'SO-2026-000043', path: '/sell-in/43', by: null },
    ],
  },
}
const kinds = Object.keys(letters) as Kind[]
const letterOf = (kind: Kind) => ({ kind, values: letters[kind] }) as Letter
const write = (kind: Kind, languageCode: string, of = brand) =>
  renderLetter(letterOf(kind), { name: 'Anna', languageCode }, of)
/** The text of the HTML as the recipient sees it. */
const visible = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<title>.*?<\/title>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')

const isLink = (words: string) => words.startsWith('https://')

/** A word that only the subject of this kind contains, in each language. */
const subjects: Record<Kind, [en: RegExp, it: RegExp]> = {
  invitation: [/invited to the Verdant/, /Invito al portale partner di Verdant/],
  account_offer: [/asked to act for Acme in Verdant/, /agire per Acme in Verdant/],
  password_reset: [/new password for Verdant/, /nuova password per Verdant/],
  mfa_code: [/verification code for Verdant/, /codice di verifica per Verdant/],
  email_change: [/new address for Verdant/, /nuovo indirizzo per Verdant/],
  email_changed: [/at Verdant was changed/, /accesso a Verdant è stato cambiato/],
  password_changed: [/password for Verdant was changed/, /password per Verdant è stata cambiata/],
  mfa_enabled: [/Two-step sign-in is on for Verdant/, /due passaggi è attivo per Verdant/],
  mfa_disabled: [/Two-step sign-in was changed for Verdant/, /due passaggi è cambiato per Verdant/],
  passkey_added: [/A passkey was added for Verdant/, /aggiunta una passkey per Verdant/],
  passkey_removed: [/A passkey was removed for Verdant/, /rimossa una passkey per Verdant/],
  session_reused: [/signed you out of Verdant/, /chiuso una tua sessione su Verdant/],
  key_ends: [/API key ERP of Acme expires at Verdant/, /chiave API ERP di Acme scade su Verdant/],
  webhook_paused: [
    /webhook of Acme to erp.acme.example was paused/,
    /webhook di Acme verso erp.acme.example è stato sospeso/,
  ],
  order_requested: [/New order SO-2026-000042 from Acme/, /Nuovo ordine SO-2026-000042 da Acme/],
  order_approved: [/SO-2026-000042 was approved/, /SO-2026-000042 è stato approvato/],
  order_canceled: [/SO-2026-000042 was canceled/, /SO-2026-000042 è stato annullato/],
  order_revoked: [/SO-2026-000042 was revoked/, /SO-2026-000042 è stato revocato/],
  order_delayed: [/Order SO-2026-000042 waits for your decision/, /L’ordine SO-2026-000042 attende la tua decisione/],
  order_short: [/Stock is short for order SO-2026-000042/, /insufficienti per l’ordine SO-2026-000042/],
  deal_news: [/News of 2 deals/, /Novità su 2 trattative/],
  license_due: [/4 license keys end soon/, /4 chiavi di licenza stanno per scadere/],
  renewal_asked: [/A renewal of Edge is asked for \(Acme\)/, /Richiesta di rinnovo di Edge \(Acme\)/],
  certificate_due: [/2 certifications expire soon/, /2 certificazioni stanno per scadere/],
  month_report: [/October 2026 for Acme/, /^Ottobre 2026 per Acme/],
  order_digest: [/News of 2 orders/, /Novità su 2 ordini/],
}

test.each(kinds)('%s says the same in HTML and text, in English and Italian', async (kind) => {
  const english = await write(kind, 'en')
  const italian = await write(kind, 'it')
  expect(english.subject).toMatch(subjects[kind][0])
  expect(italian.subject).toMatch(subjects[kind][1])
  expect(english.html).toMatch(/^<!DOCTYPE html[^>]*>.*<html[^>]* lang="en"/s)
  expect(italian.html).toMatch(/<html[^>]* lang="it"/)
  for (const { html, text } of [english, italian]) {
    const seen = visible(html)
    for (const paragraph of text.split('\n\n').flatMap((part) => part.split('\n'))) {
      const words = paragraph.replace(/^-- $/, '').replace(/:$/, '').replace(/\s+/g, ' ')
      expect(isLink(words) ? html.replaceAll('&amp;', '&') : seen).toContain(words)
    }
    expect(text).not.toMatch(/undefined|\bnull\b|NaN|\[object/)
  }
  expect(italian.text).not.toContain('You receive this')
  expect(english.text).not.toContain('Ricevi questa')
})

test.each(kinds.filter((kind) => 'path' in letters[kind]))(
  '%s leads to its path on the tenant’s own host',
  async (kind) => {
    const { path } = letters[kind] as { path: string }
    const { html, text } = await write(kind, 'en')
    const link = `https://portal.verdant.example:8443${path}`
    expect(text).toContain(link)
    const listed = {
      order_digest: letters.order_digest.news,
      license_due: letters.license_due.due,
      deal_news: letters.deal_news.changes,
      certificate_due: letters.certificate_due.due,
      month_report: [
        '/sell-out?status=approved&approvalDate=2026-10-01..2026-10-31',
        '/sell-in?mine=yes&status=approved&approvalDate=2026-10-01..2026-10-31',
        ...['/reports/month?month=2026-10', '/reports/month?month=2026-10'],
        ...['/deals?from=2026-10-01&to=2026-10-31', '/deals', '/renewals?window=30', '/stocks?belowThreshold=true'],
      ].map((path) => ({ path })),
    }
    const entries = (kind in listed ? listed[kind as keyof typeof listed] : []).map((entry) => entry.path)
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'))
    const settings =
      kind === 'month_report' ? ['/reports/month'] : /^(order|deal)_|_due$|_asked$/.test(kind) ? ['/profile'] : []
    const at = (path: string) => `https://portal.verdant.example:8443${path}`
    expect(hrefs).toEqual([...entries.map(at), link, link, ...settings.map(at)])
    for (const path of settings) expect(text).toContain(`Choose what you are told by e-mail:\n${at(path)}\n`)
  },
)

test('dates and amounts are formatted in the language of the recipient', async () => {
  expect((await write('password_reset', 'en')).text).toContain('valid for 60 minutes')
  expect((await write('password_reset', 'it')).text).toContain('vale 60 minuti')
  expect((await write('order_approved', 'en')).text).toContain('2 products, €1,234.50 in total')
  expect((await write('order_approved', 'it')).text).toMatch(/2 prodotti, totale 1234,50\s€/)
})

test('one key, one certification and one day are told as one, and days begin as they are said', async () => {
  const due = { path: '/renewals', days: 1, accounts: 1, accountName: 'Acme', firstDate: '2026-12-08' }
  const keys: Letter = { kind: 'license_due', values: { path: '/renewals', due: [{ ...due, keys: 1 }] } }
  const badges: Letter = { kind: 'certificate_due', values: { path: '/', due: [{ ...due, certificates: 1 }] } }
  const told = async (letter: Letter, languageCode: string) =>
    (await renderLetter(letter, { name: 'Anna', languageCode }, brand)).text
  expect(await told(keys, 'en')).toContain('Renew it in time')
  expect(await told(keys, 'en')).toContain('Within one day\nAcme: one license key, on 8 December 2026\n')
  expect(await told(keys, 'it')).toContain('Rinnovala in tempo')
  expect(await told(keys, 'it')).toContain('Entro un giorno\nAcme: una chiave di licenza, l’8 dicembre 2026\n')
  expect(await told(badges, 'en')).toContain('Have it renewed in time')
  expect(await told(badges, 'it')).toContain('Acme: una certificazione, l’8 dicembre 2026\n')
  const several = [{ ...due, days: 30, certificates: 2, firstDate: '2026-12-11' }]
  expect(await told({ kind: 'certificate_due', values: { path: '/', due: several } }, 'it')).toContain(
    'Entro 30 giorni\nAcme: 2 certificazioni, la prima l’11 dicembre 2026\n',
  )
  const changes: DealChange[] = [{ ...deal, event: 'extended', date: '2027-01-11' }]
  expect(await told({ kind: 'deal_news', values: { path: '/deals/7', changes } }, 'it')).toContain(
    'con Torino Acque fino all’11 gennaio 2027.',
  )
})

test('several news of one deal are news of one deal', async () => {
  const changes: DealChange[] = [
    { ...deal, event: 'protected' },
    { ...deal, event: 'ebid_asked' },
  ]
  const letter: Letter = { kind: 'deal_news', values: { path: deal.path, changes } }
  const { subject, text } = await renderLetter(letter, { name: 'Anna', languageCode: 'en' }, brand)
  expect(subject).toBe('News of deal DL-2026-000007')
  expect(text).toContain('Open the deal:\n')
  const { subject: oggetto } = await renderLetter(letter, { name: 'Anna', languageCode: 'it' }, brand)
  expect(oggetto).toBe('Novità sulla trattativa DL-2026-000007')
})

test('who is no user is told whose news it is, and not of a profile that they do not have', async () => {
  for (const [languageCode, why] of [
    ['en', 'because Acme has named this address for its news at Verdant'],
    ['it', 'perché Acme ha indicato questo indirizzo per le sue novità su Verdant'],
  ] as const) {
    const letter: Letter = { kind: 'order_approved', values: { ...news, toAccount: 'Acme' } }
    const { text, html } = await renderLetter(letter, { name: 'Acme', languageCode }, brand)
    expect(text).toContain(why)
    expect(text + html).not.toMatch(/profil/)
  }
})

test('the month names no more short products than it counts, and none as if they were all', async () => {
  const { report } = letters.month_report
  const stock = { count: 12, items: report.stock?.items ?? [] }
  const letter: Letter = { kind: 'month_report', values: { path: '/reports/month', report: { ...report, stock } } }
  const { text } = await renderLetter(letter, { name: 'Anna', languageCode: 'en' }, brand)
  expect(text).toContain('12 products are below the threshold: EDGE-1Y, …')
})

test('an unsupported language falls back to English, and a regional one to its base language', async () => {
  expect((await write('mfa_code', 'fr')).subject).toMatch(subjects.mfa_code[0])
  expect((await write('mfa_code', 'constructor')).subject).toMatch(subjects.mfa_code[0])
  expect((await write('mfa_code', 'it-CH')).subject).toMatch(subjects.mfa_code[1])
})

test('names are never interpreted as markup, and nothing but the logo is loaded from a server', async () => {
  const name = `<script>alert(1)</script><img src=x onerror=alert(1)>"'`
  const hostile = { ...brand, name, logoUrl: 'https://cdn.example/logo.png?a=1&b=2' }
  const { html } = await renderLetter(
    { kind: 'invitation', values: { path: '/x', accountName: name, invitedBy: name, days: 7 } },
    { name, languageCode: 'en' },
    hostile,
  )
  expect(html).not.toContain('<script')
  expect(html.match(/<img /g)).toHaveLength(1)
  expect(html).toContain('src="https://cdn.example/logo.png?a=1&amp;b=2"')
  expect([...html.matchAll(/\b(?:src|background)="([^"]*)"|url\(/g)]).toHaveLength(1)
})

test('a mail links only to the portal', async () => {
  for (const path of ['@evil.example', 'https://evil.example', '.evil.example/x', ':99/x']) {
    const letter: Letter = { kind: 'password_changed', values: { path } }
    await expect(renderLetter(letter, { name: '', languageCode: 'en' }, brand)).rejects.toThrow()
  }
})

test('the address is the tenant’s own host with the scheme and port of PUBLIC_URL', () => {
  const address = (row: Partial<typeof tenant>, publicUrl: string) =>
    brandOf({ ...tenant, ...row }, { ...means, publicUrl }).address
  expect(address({}, 'https://portal.example')).toBe('https://portal.verdant.example')
  expect(address({ hosts: [] }, 'https://portal.example')).toBe('https://portal.example')
  expect(address({ hosts: ['a.example', 'portal.example'] }, 'https://portal.example')).toBe('https://portal.example')
  expect(address({ hosts: [] }, 'http://localhost:3000')).toBe('http://verdant.localhost:3000')
  expect(address({ hosts: [], isDefault: true }, 'http://localhost:3000')).toBe('http://localhost:3000')
})

test('the sender address is the tenant’s own if it is proved, else the installation’s with answers to the tenant’s; its name is always the tenant’s (rules G27)', () => {
  const sender = (mailSender: string | null, mailFrom?: string) =>
    brandOf({ ...tenant, mailSender }, { ...means, mailFrom }).sender
  expect(sender('hello@verdant.example', 'x@y.example')).toEqual({ name: 'Verdant', address: 'hello@verdant.example' })
  expect(sender(null, 'Portal <mail@y.example>')).toEqual({ name: 'Verdant', address: 'mail@y.example' })
  expect(sender('a@b.example, c@d.example', 'x@y.example').address).toBe('x@y.example')
  expect(sender(null)).toEqual({ name: 'Verdant', address: 'no-reply@portal.example' })
  const claimed = { ...tenant, mailSender: 'hello@verdant.example', isSenderProved: false }
  expect(brandOf(claimed, { ...means, mailFrom: 'x@y.example' })).toMatchObject({
    sender: { name: 'Verdant', address: 'x@y.example' },
    replyTo: 'hello@verdant.example',
  })
  expect(brandOf({ ...claimed, isSenderProved: true }, means).replyTo).toBeNull()
})

test('a logo that no mail program could load is left out', () => {
  const logo = (logoUrl: string) => brandOf({ ...tenant, logoUrl }, means).logoUrl
  expect(logo('/logo.svg')).toBe('https://portal.verdant.example:8443/logo.svg')
  expect(logo('https://cdn.example/l.png')).toBe('https://cdn.example/l.png')
  expect(logo('data:image/png;base64,AAAA')).toBeNull()
  expect(logo('javascript:alert(1)')).toBeNull()
})

test('text is readable on and in whatever colour a tenant chooses', () => {
  const steps = [0, 51, 102, 128, 153, 204, 255]
  const hex = (part: number) => part.toString(16).padStart(2, '0')
  for (const r of steps)
    for (const g of steps)
      for (const b of steps) {
        const primaryColor = `#${hex(r)}${hex(g)}${hex(b)}`
        const { colors } = brandOf({ ...tenant, theme: { primaryColor } }, means)
        expect(contrast(colors.button, colors.onButton)).toBeGreaterThanOrEqual(enoughContrast)
        expect(contrast('#ffffff', colors.accent)).toBeGreaterThanOrEqual(enoughContrast)
        expect(contrast('#1b1d21', colors.accentOnDark)).toBeGreaterThanOrEqual(enoughContrast)
      }
  expect(readableOn('#ffffff', '#1f6f6b')).toBe('#1f6f6b')
  expect(brandOf({ ...tenant, theme: { primaryColor: 'red;}body{display:none' } }, means).colors.button).toMatch(
    /^#[0-9a-f]{6}$/,
  )
})

test.each(['en', 'it'])(
  'a company whose name ends with a full stop ends a sentence with one (%s)',
  async (languageCode) => {
    const change = { ...deal, event: 'ebid_asked' as const, company: 'Lake Foundry Inc.' }
    const letter: Letter = { kind: 'deal_news', values: { path: '/deals', changes: [change] } }
    const { text } = await renderLetter(letter, { name: 'Anna', languageCode }, brand)
    expect(text).toMatch(/Lake Foundry Inc\. \w/)
  },
)
