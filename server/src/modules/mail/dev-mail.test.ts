import { expect, test } from 'vitest'
import { openSecrets } from '../../platform/secrets.ts'
import { network } from '../../testing/network.ts'
import { openMailer } from './index.ts'

const world = await network()
const { db, tenantId, dataDir, app } = world
const mailer = openMailer({
  secrets: openSecrets({ secretKey: undefined, dataDir }),
  config: { publicUrl: 'http://localhost:3000', smtpUrl: 'smtp://127.0.0.1:1' },
})
const asTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const anna = { email: 'anna@acme.example', name: 'Anna Acme', languageCode: 'en' }

test('a mail can be read before it is sent; the newest mail comes first', async () => {
  for (const code of ['111111', '222222'])
    await db.write(asTenant, (tx) => mailer(tx, anna, { kind: 'mfa_code', values: { code, minutes: 10 } }))
  const [newest, older] = await world.mails('Anna@acme.example')
  expect(newest).toMatchObject({ to: 'anna@acme.example', subject: 'Your verification code for Verdant' })
  expect(newest?.text).toContain('222222')
  expect(newest?.html).toContain('222222')
  expect(older?.text).toContain('111111')
  expect(newest?.headers).toMatchObject({
    From: 'Verdant <no-reply@localhost>',
    To: 'Anna Acme <anna@acme.example>',
    'Auto-Submitted': 'auto-generated',
    'Message-ID': expect.stringMatching(/^<[\da-f-]{36}@localhost>$/),
  })
  expect(await world.mails('nobody@acme.example')).toEqual([])
})

test('a mail that its reader can switch off says where, to mail programs too; a code does not', async () => {
  const values = {
    path: '/renewals',
    due: [{ path: '/renewals', days: 30, accounts: 1, keys: 2, accountName: 'Acme', firstDate: '2026-12-08' }],
  }
  await db.write(asTenant, (tx) => mailer(tx, anna, { kind: 'license_due', values }))
  const [reminder, code] = await world.mails('anna@acme.example')
  expect(reminder?.headers).toMatchObject({ 'List-Unsubscribe': '<http://localhost:3000/profile>' })
  expect(code?.headers).not.toHaveProperty('List-Unsubscribe')
})

test('the page lists the mails and shows the chosen one in a frame without scripts', async () => {
  const [mail] = await world.mails()
  const page = await app.http.inject({ url: '/dev/mail' })
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'nonce-[^']+'; frame-src 'self'/,
  )
  expect(page.payload).toContain(`src="/dev/mail/${mail?.id}"`)
  expect(page.payload).toMatch(/<iframe sandbox="allow-popups/)
  expect(page.payload).not.toContain('<script')
  const framed = await app.http.inject({ url: `/dev/mail/${mail?.id}` })
  expect(framed.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox/)
  expect(framed.payload).toBe(mail?.html)
})
