import { type CertificateKind, certificates } from '@trellis/contract/certificates'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { certifying } from '../../../testing/certifying.ts'
import { network, type Person } from '../../../testing/network.ts'
import { qrIn } from '../../../testing/qr.ts'

const world = await network()
const { vendor, nordico, acme, fjord, sudvia, canary } = world

const { define } = certifying(world)

async function pdfOf(who: Person, kind: CertificateKind, id: string, languageCode?: 'en' | 'it') {
  const body = { id, kind, ...(languageCode && { languageCode }) }
  const { base64, fileName } = await who.call(certificates.pdf, { body })
  const bytes = Buffer.from(base64, 'base64')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  const { text, totalPages } = await extractText(document, { mergePages: true })
  return { bytes, document, fileName, pages: totalPages, text: text.replace(/\s+/g, ' ') }
}

/** Pairs of texts whose letters overlap on the page. */
async function overlapsIn(document: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<[string, string][]> {
  const { items } = await (await document.getPage(1)).getTextContent()
  const boxes = items.flatMap((item) => {
    // Dots of Arabic letters are glyphs of their own and stand on their letters.
    if (!('str' in item) || !/[^\p{C}\s]/u.test(item.str)) return []
    const [, , , size = 0, x = 0, y = 0] = item.transform as number[]
    return [{ text: item.str, x, right: x + item.width, y: y - size * 0.15, top: y + size * 0.7 }]
  })
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => one.x < other.right && other.x < one.right && one.y < other.top && other.y < one.top)
      .map((other): [string, string] => [one.text, other.text]),
  )
}

test('the PDF is one page with holder, account, dates and code, and its QR code leads to the validation (rules Q10)', async () => {
  const certificateId = await define('User', { name: 'Network design', category: 'Technical', description: 'Two days' })
  world.at('2026-03-01T10:00:00Z')
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  world.at(null)
  const issued = await vendor.call(userCertificates.read, { params: { id } })
  const english = await pdfOf(acme, 'User', id)
  expect([english.pages, english.fileName]).toEqual([1, `${issued.validationCode}.pdf`])
  for (const words of [
    ...['CERTIFICATE', 'Awarded to', `${issued.userFirstName} ${issued.userLastName}`, issued.accountName],
    ...['Network design', 'Technical · Two days', 'March 1, 2026', 'March 1, 2027', issued.validationCode, 'Verdant'],
  ])
    expect(english.text).toContain(words)
  const link = qrIn(english.bytes)
  expect(link).toMatch(/^http:\/\/[\w.-]+(:\d+)?\/verify\?code=[0-9A-Z]{10}$/)
  expect(new URL(link ?? '').searchParams.get('code')).toBe(issued.validationCode)
  expect(english.text).toContain(link)
  expect(await overlapsIn(english.document)).toEqual([])
  const italian = await pdfOf(acme, 'User', id, 'it')
  for (const words of ['CERTIFICATO', 'Rilasciato a', '1 marzo 2027', 'Codice di verifica'])
    expect(italian.text).toContain(words)
})

test('the PDF of an account names the account once', async () => {
  const certificateId = await define('Account', { name: 'Partner of the year' })
  const body = { accountId: acme.accountId, certificateId }
  const { id } = await vendor.call(accountCertificates.create, { body })
  const { text } = await pdfOf(nordico, 'Account', id, 'en')
  expect(text).toContain('which is certified as Partner of the year')
  expect(text.match(/Acme/g)).toHaveLength(1)
})

test.each([
  ['HTML', '<b>Ada</b>', '"><img src=http://127.0.0.1:9/x>', '<b>Ada</b> "><img src=http://127.0.0.1:9/x>'],
  ['a line break', 'Ada\nMaria', 'Rossi', 'Ada Maria Rossi'],
  ['Hebrew letters', 'עדה', 'לוי', 'עדה לוי'],
  ['Arabic letters', 'محمد', 'علي', 'محمد علي'],
  ['Chinese characters', '李', '小龍 Li', '李 小龍 Li'],
  ['Japanese characters', '山田', 'さくら', '山田 さくら'],
  ['Korean characters', '김', '철수', '김 철수'],
  ['Thai letters', 'สมชาย', 'ใจดี', 'สมชาย ใจดี'],
  ['Georgian and Armenian letters', 'ნინო', 'Ոսկի', 'ნინო Ոսկի'],
  ['emoji', 'Ada 🎓', 'Rossi 🦊', 'Ada 🎓 Rossi 🦊'],
  ['many scripts', 'Ada 李 🎓', '김 עדה לוי', 'Ada 李 🎓 김 עדה לוי'],
  ['letters that no font has', 'Ada 𒀀𒀁 𒀂', 'Rossi', 'Ada […] Rossi'],
  ['255 letters in one word', 'A'.repeat(255), 'B'.repeat(255), ''],
  ['255 letters in words', 'Maria '.repeat(42).trim(), 'Rossi '.repeat(42).trim(), ''],
  ['255 Chinese characters', '李小龍'.repeat(85), '王'.repeat(255), ''],
  ['255 Hebrew letters in words', 'עדה '.repeat(63).trim(), 'לוי '.repeat(63).trim(), ''],
])(
  'a name with %s is printed as text and overlaps nothing (threats F10)',
  async (_what, userFirstName, userLastName, expected) => {
    const certificateId = await define('User', {
      name: `${newId()} ${'Very long certificate '.repeat(9)}`.trim(),
      description: 'What it is about. '.repeat(100).trim(),
    })
    const body = {
      certificateId,
      isGuestCertificate: true,
      userFirstName,
      userLastName,
      parentAccountId: fjord.accountId,
    }
    const { id } = await nordico.call(userCertificates.create, { body })
    const { bytes, document, pages, text } = await pdfOf(nordico, 'User', id, 'en')
    expect(pages).toBe(1)
    // A word that is longer than a line is broken, and its parts are read with a space between them.
    if (expected !== '') expect(text.replaceAll(' ', '')).toContain(expected.replaceAll(' ', ''))
    else expect(text.replaceAll(' ', '')).toContain(`${userFirstName}${userLastName}`.replaceAll(' ', ''))
    expect(await overlapsIn(document)).toEqual([])
    expect(text.includes('[…]')).toBe(expected.includes('[…]'))
    // The only addresses in the file are the validation link and identifiers of standards.
    const addresses = bytes.toString('latin1').match(/\/URI \([^)]*\)/g) ?? []
    expect(addresses.every((address) => address.includes('/verify?code='))).toBe(true)
  },
)

test.each([
  ['a Hebrew name', 'עדה', 'לוי Levi 🎓 12', ['Levi', '🎓', '12', 'עדה לוי']],
  ['an Arabic name', 'محمد', 'علي 🎓 Ada', ['Ada', '🎓', 'محمد علي']],
  ['a Latin name', 'Ada', 'לוי 🎓 עדה', ['Ada', 'עדה', '🎓', 'לוי']],
])(
  'the parts of %s stand on the page as they are read (threats F10)',
  async (_what, userFirstName, userLastName, parts) => {
    const body = {
      certificateId: await define('User'),
      isGuestCertificate: true,
      userFirstName,
      userLastName,
      parentAccountId: fjord.accountId,
    }
    const { id } = await nordico.call(userCertificates.create, { body })
    const { document } = await pdfOf(nordico, 'User', id, 'en')
    const { items } = await (await document.getPage(1)).getTextContent()
    const left = (part: string) => {
      const item = items.find((each) => 'str' in each && each.str.trim() === part)
      return item && 'transform' in item ? Number(item.transform[4]) : Number.NaN
    }
    expect(parts.toSorted((one, other) => left(one) - left(other))).toEqual(parts)
    expect(parts.map(left)).not.toContain(Number.NaN)
  },
)

test('a stranger gets no PDF, an unknown kind and language are refused, and a revoked one is not printed (rules Q10)', async () => {
  const certificateId = await define('User')
  const { id } = await vendor.call(userCertificates.create, { body: { certificateId, userId: acme.userId } })
  for (const stranger of [sudvia, canary, fjord])
    expect(await stranger.refused(certificates.pdf, { body: { id, kind: 'User' } })).toMatchObject({ code: 'RQ404' })
  // The kind belongs to the certificate.
  expect(await vendor.refused(certificates.pdf, { body: { id, kind: 'Account' } })).toMatchObject({ code: 'RQ404' })
  expect((await vendor.raw(certificates.pdf, { body: { id, kind: 'Deal' } })).status).toBe(422)
  expect((await vendor.raw(certificates.pdf, { body: { id, kind: 'User', languageCode: 'xx' } })).status).toBe(422)
  await vendor.call(userCertificates.remove, { params: { id } })
  expect(await vendor.refused(certificates.pdf, { body: { id, kind: 'User' } })).toMatchObject({ code: 'RQ409' })
  expect((await vendor.call(userCertificates.read, { params: { id } })).blocked.pdf).toBe('RQ409')
})
