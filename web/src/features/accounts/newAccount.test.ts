import type { Account } from '@trellis/contract/accounts'
import { expect, test } from 'vitest'
import { AddressDraft, emptyAddress } from './address.ts'
import { emptyAccount, newAccountDraft, nextAfter, payloadOf } from './newAccount.ts'

const address = {
  ...emptyAddress,
  vatId: '00743110157',
  street: 'Via Larga 8',
  city: 'Milano',
  postalCode: '20122',
  countryCode: 'IT',
}
const listId = '019a0000-0000-7000-8000-000000000001'
const draft = {
  parentAccountId: '019a0000-0000-7000-8000-000000000002',
  groupId: 4,
  priceListId: null,
  canPropagate: true,
  accountName: 'Boreal',
  accountCode: ' ',
  address,
  user: { userName: undefined, firstName: 'Ada', lastName: '' },
  another: false,
}
const faults = (schema: ReturnType<typeof newAccountDraft>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? []

test('without a user name no administrator is created, whatever else was typed', () => {
  expect(payloadOf(newAccountDraft(false).parse(draft), 'it').user).toBeNull()
})

test('an administrator is invited in the language of the user who creates the account', () => {
  const user = { userName: 'ada@boreal.example', firstName: 'Ada', lastName: 'Boreal' }
  expect(payloadOf(newAccountDraft(false).parse({ ...draft, user }), 'it').user).toMatchObject({
    ...user,
    languageCode: 'it',
  })
})

test('empty fields become null, and without a list nothing is propagated', () => {
  const payload = payloadOf(newAccountDraft(false).parse(draft), 'en')
  expect(payload).toMatchObject({
    canPropagate: false,
    accountCode: null,
    address: { legalName: null, locality: null, region: null },
  })
})

test('a price list is required if one can be assigned, and a group always', () => {
  expect(faults(newAccountDraft(true), draft)).toEqual(['priceListId'])
  expect(faults(newAccountDraft(true), { ...draft, priceListId: listId })).toEqual([])
  expect(faults(newAccountDraft(false), { ...draft, groupId: null })).toEqual(['groupId'])
})

test('an impossible VAT id is refused at its field, an unusual one is not', () => {
  const at = (vatId: string) =>
    AddressDraft.safeParse({ ...address, legalName: 'Boreal', vatId }).error?.issues.map(({ path }) => path.join('.'))
  expect(at('12')).toEqual(['vatId'])
  expect(at('00743110158')).toBeUndefined()
})

const parent: Account = {
  accountId: draft.parentAccountId,
  accountCode: 'NORD',
  accountName: 'Nordico',
  externalIds: {},
  notificationReceiverEmail: null,
  creditLimit: null,
  paymentTermsDays: null,
  groupId: 4,
  groupName: 'DISTRIBUTOR',
  level: 30,
  address: [
    {
      ...address,
      addressId: listId,
      legalName: 'Nordico',
      locality: null,
      region: null,
      country: 'IT',
      coordinates: null,
    },
  ],
  creationDate: '2026-01-01T00:00:00.000Z',
  modifiedDate: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  parents: [],
  certificatesBadges: [],
}

test('the default country is that of the parent account, unless the parent is the vendor', () => {
  expect(emptyAccount(parent)).toMatchObject({ parentAccountId: parent.accountId, address: { countryCode: 'IT' } })
  expect(emptyAccount({ ...parent, level: 20 }).address.countryCode).toBe('')
  expect(emptyAccount({ ...parent, level: 60 }).parentAccountId).toBe('')
})

test('the next form keeps parent, price list and country, and nothing of the previous company', () => {
  const user = { userName: 'ada@boreal.example', firstName: 'Ada', lastName: 'Boreal' }
  const { parentAccountId, groupId } = draft
  expect(nextAfter({ ...draft, user, priceListId: listId, another: true })).toEqual({
    ...emptyAccount(parent),
    parentAccountId,
    groupId,
    priceListId: listId,
    canPropagate: true,
    another: true,
  })
})
