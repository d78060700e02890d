import { certificates } from '@trellis/contract/certificates'
import { exportsOfLists } from '@trellis/contract/exports'
import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { modules } from '@trellis/contract/permissions'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, acme } = world
const { items } = await vendor.call(certificates.search, { body: {} })
const kindOf = (kind: string) => items.find((certificate) => certificate.kind === kind)?.certificateId ?? ''
const ofUser = await vendor.call(userCertificates.create, {
  body: { certificateId: kindOf('User'), userId: acme.userId },
})
const ofAccount = await vendor.call(accountCertificates.create, {
  body: { certificateId: kindOf('Account'), accountId: acme.accountId },
})
const { validationCode } = await vendor.call(userCertificates.read, { params: { id: ofUser.id } })

const hold = rolesOf(world)
/** A user of the distributor above the holder, with all permissions except those of `Certifications`. */
const reader = (flags: string) =>
  hold(nordico, {
    ...Object.fromEntries(modules.map((module) => [module, 'c-ra-u-d'])),
    Certifications: flags,
  })
const without = await reader('c-u-d')
const holding = await reader('r')

const own = { includeChildren: true, filterBy: [{ field: 'userId' as const, values: [acme.userId] }] }
const typed = { includeChildren: true, filterBy: [{ field: 'anything' as const, values: [validationCode] }] }
const query = { accountId: acme.accountId }

const file = {
  list: 'userCertificates.search' as const,
  search: { includeChildren: true },
  columns: [{ path: 'validationCode', label: 'Code' }],
  format: 'csv' as const,
  fileName: 'certificates',
}

/** The calls of the profile, of an account's tab, of the palette and of the page of a certificate. */
test.each([
  ['the certificates of a profile', userCertificates.search, { body: own }],
  ['the people of an account', userCertificates.search, { body: { parentAccountId: acme.accountId } }],
  ['the people of an account, all at once', userCertificates.list, { query }],
  ['the certificates of the account itself', accountCertificates.list, { query }],
  ['who is found by a validation code', userCertificates.search, { body: typed }],
  ['the list as a file', exportsOfLists.create, { body: file }],
  ['one of a person', userCertificates.read, { params: { id: ofUser.id } }],
  ['one of an account', accountCertificates.read, { params: { id: ofAccount.id } }],
  ['its PDF', certificates.pdf, { body: { id: ofUser.id, kind: 'User' as const } }],
  ['its credential', certificates.credential, { body: { id: ofUser.id, kind: 'User' as const } }],
  ['what can be issued', certificates.available, { query: { kind: 'User' as const, ...query } }],
])('who may not read certifications does not get %s', async (_, endpoint, request) => {
  const refused = await without(endpoint, request)
  expect(refused).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`${ofUser.id}|${validationCode}`))
  expect((await holding(endpoint, request)).status).toBe(200)
})
