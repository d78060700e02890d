import { type Connection, ConnectionChange, ConnectionDraft } from '@trellis/contract/directories'
import { expect, test } from 'vitest'
import { bodyOf, DirectoryForm, draftOf, NewDirectoryForm } from './directoryDraft.ts'

const connection: Connection = {
  ...{ connectionId: '0198c9a2-0000-7000-8000-000000000001', creationDate: '2026-01-01T00:00:00Z', users: 3 },
  ...{ name: 'Acme', issuer: 'https://login.example', clientId: 'c', secretLastFour: '4711', redirectUris: [] },
  ...{ isEnabled: true, isShown: false, createsUsers: true, vouchesForAddresses: false, endsSession: true },
  domains: ['acme.example', 'b.example'].map((name, n) => ({
    ...{ name, only: n === 0, proved: true },
    record: { name: `_trellis.${name}`, value: 'x' },
  })),
  rolesClaim: 'groups',
  roleMappings: [
    { value: 'Admins', roleId: 3 },
    { value: 'Chiefs', roleId: 3 },
    { value: 'Staff', roleId: 4 },
  ],
  ...{ defaultRoleIds: [4], accountClaim: null, accountSystem: null, defaultAccountId: null },
}

test('a form that nobody changed sends the connection as it is, without a secret', () => {
  const { clientSecret: _, ...held } = draftOf(connection)
  const body = bodyOf(DirectoryForm.parse(held))
  const {
    connectionId: __,
    creationDate: ___,
    users: ____,
    secretLastFour: _____,
    redirectUris: ______,
    ...same
  } = connection
  expect(body).toEqual({ ...same, domains: same.domains.map(({ name, only }) => ({ name, only })) })
  expect(ConnectionChange.parse(body)).toEqual(body)
})

test('what is typed becomes domains and mappings, each once', () => {
  const typed = {
    ...draftOf(null),
    ...{ name: 'New', issuer: 'https://login.example', clientId: 'c', clientSecret: 'secret' },
    ...{ domains: 'Acme.example, acme.example\n b.example', only: ['b.example', 'gone.example'] },
    values: { role3: ' Admins, ,Admins,Chiefs ', role4: '' },
  }
  const body = bodyOf(NewDirectoryForm.parse(typed))
  expect(body.domains).toEqual([
    { name: 'acme.example', only: false },
    { name: 'b.example', only: true },
  ])
  expect(body.roleMappings).toEqual([
    { value: 'Admins', roleId: 3 },
    { value: 'Chiefs', roleId: 3 },
  ])
  expect(ConnectionDraft.safeParse(body).success).toBe(true)
})

test('a new connection needs a secret, and domains that are some', () => {
  const typed = { ...draftOf(null), name: 'New', issuer: 'https://login.example', clientId: 'c' }
  expect(NewDirectoryForm.safeParse(typed).success).toBe(false)
  expect(NewDirectoryForm.safeParse({ ...typed, clientSecret: 's', domains: 'no domain' }).success).toBe(false)
})
