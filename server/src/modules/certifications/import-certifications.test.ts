import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'

const { newVendor, close } = await importing()
afterAll(close)

const header =
  'validationCode,certificateName,kind,accountCode,email,firstName,lastName,creationDate,expirationDate,notes,status'
const stored = sql`
  select i.validation_code as code, i.kind, iso(i.created_at) as created, iso(i.expires_at) as ends, i.is_current as current,
         i.revoked_at is not null as revoked, i.user_id is not null as "isUser", i.guest_last_name as guest
  from issued_certificates i order by i.created_at, i.validation_code`

test('imported certifications keep dates and codes; those without a code get one (rules Q13)', async () => {
  const { run, rows, check, records } = await newVendor()
  await run(records)
  const [user] = await rows<{ email: string; code: string }>(sql`
    select u.email::text, a.code::text from users u join accounts a using (tenant_id, account_id) order by u.email limit 1`)
  const file = csv(
    header,
    `abcdefgh10,sales specialist,User,${user?.code},${user?.email.toUpperCase()},,,2024-05-02T08:00:00Z,2124-05-02T08:00:00Z,Course,`,
    `,Sales Specialist,User,LAGO,,Ada,Rossi,2024-01-31,,,`,
    `ABCDEFGH12,Certified Partner,Account,LAGO,,,,2023-01-31,2124-01-31,,Revoked`,
  )
  const { good, problems, outcomes } = await run({ 'certifications.csv': file })
  expect(problems).toEqual([])
  expect(good).toBe(true)
  expect(outcomes['certifications.csv']).toMatchObject({ rows: 3, new: 3, sums: { living: 1, revoked: 1 } })
  const expected = [
    { code: 'ABCDEFGH12', kind: 'Account', created: '2023-01-31T12:00:00.000Z', current: false, revoked: true },
    {
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/),
      ends: '2025-01-31T12:00:00.000Z',
      guest: 'Rossi',
      current: false,
    },
    { code: 'ABCDEFGH10', ends: '2124-05-02T08:00:00.000Z', current: true, revoked: false, isUser: true, guest: null },
  ]
  const first = await rows(stored)
  expect(first).toMatchObject(expected)
  expect(await check()).toEqual([])

  const again = await run({ 'certifications.csv': file })
  expect(again.problems).toEqual([])
  expect(again.outcomes['certifications.csv']).toMatchObject({ new: 0, unchanged: 3 })
  expect(await rows(stored)).toEqual(first)

  const changed = await run({ 'certifications.csv': file.replace('2124-05-02', '2125-05-02') })
  expect(changed.problems.map(({ line, column }) => [line, column])).toEqual([[2, 'expirationDate']])
})

test('a holder whose certificate has ended can be certified again; a user is of the account that the row names', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  const guest = (creationDate: string, expirationDate: string) =>
    csv(header, `,Sales Specialist,User,LAGO,,Ada,Rossi,${creationDate},${expirationDate},,`)
  expect((await run({ 'certifications.csv': guest('2020-01-31', '2021-01-31') })).good).toBe(true)
  expect((await run({ 'certifications.csv': guest('2024-01-31', '2124-01-31') })).problems).toEqual([])
  expect((await run({ 'certifications.csv': guest('2024-02-01', '2124-01-31') })).problems).toMatchObject([
    { line: 2, column: 'certificateName' },
  ])
  const [other] = await rows<{ email: string }>(sql`
    select u.email::text from users u join accounts a using (tenant_id, account_id) where a.code <> 'LAGO' limit 1`)
  const foreign = csv(header, `,Sales Specialist,User,LAGO,${other?.email},,,2024-01-31,,,`)
  expect((await run({ 'certifications.csv': foreign })).problems).toMatchObject([{ line: 2, column: 'email' }])
})

test('each fault of a row is reported, and nothing of the file is kept', async () => {
  const { run, rows, records } = await newVendor()
  await run(records)
  const guest = (name: string, more = '2024-05-02,2124-05-02,,') => `,Sales Specialist,User,LAGO,,Ada,${name},${more}`
  const { good, problems } = await run({
    'certifications.csv': csv(
      header,
      'ABC,Sales Specialist,User,LAGO,,Ada,One,2024-05-02,,,',
      ',Sales Specialist,User,NOBODY,,Ada,Two,2024-05-02,,,',
      ',Certified Partner,User,LAGO,,Ada,Three,2024-05-02,,,',
      ',Sales Specialist,Deal,LAGO,,Ada,Four,2024-05-02,,,',
      ',Sales Specialist,User,LAGO,nobody@nowhere.example,,,2024-05-02,,,',
      ',Sales Specialist,User,LAGO,,Ada,,2024-05-02,,,',
      ',Certified Partner,Account,LAGO,,Ada,,2024-05-02,,,',
      guest('Future', '2094-05-02,2124-05-02,,'),
      guest('Backwards', '2024-05-02,2024-05-01,,'),
      guest('Twice'),
      guest('TWICE', '2024-06-02,2124-05-02,,'),
      'ABCDEFGH11,Sales Specialist,User,LAGO,,Ada,Five,2024-05-02,,,',
      'ABCDEFGH11,Sales Specialist,User,LAGO,,Ada,Six,2024-05-02,,,',
    ),
  })
  expect(good).toBe(false)
  expect(problems.map(({ line, column }) => [line, column]).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [2, 'validationCode'],
    [3, 'accountCode'],
    [4, 'certificateName'],
    [5, 'kind'],
    [6, 'email'],
    [7, 'lastName'],
    [8, 'firstName'],
    [9, 'creationDate'],
    [10, 'expirationDate'],
    [12, 'certificateName'],
    [14, 'validationCode'],
  ])
  expect(await rows(sql`select count(*)::int as count from issued_certificates`)).toEqual([{ count: 0 }])
})
