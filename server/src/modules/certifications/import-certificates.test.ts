import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { csv, importing } from '../../testing/importing.ts'
import { exportFolder } from '../imports/index.ts'

const { db, newFolder, newVendor, close } = await importing()
afterAll(close)

const header = 'certificateName,kind,durationMonths,status,category,badgeColor,description'
const stored = sql`
  select name, kind, duration_months as months, status, category, badge_color as color, description
  from certificates where name ilike 'norma%' order by kind, name`

test('an export with certificates that the tenant defined comes in whole (rules I30)', async () => {
  const first = await newVendor()
  const { 'licenses.csv': _, ...records } = first.records
  await first.run(records)
  const definitions = csv(header, 'Norma 2 Specialist,User,18,Confirmed,Norms,#0a7b44,"two\nlines"')
  expect((await first.run({ 'certificates.csv': definitions })).problems).toEqual([])
  const issued = csv(
    'validationCode,certificateName,kind,accountCode,email,creationDate,expirationDate',
    '0000000001,norma 2 specialist,User,SUD,anna@sud.example,2024-01-10,2025-07-10',
  )
  expect((await first.run({ 'certifications.csv': issued })).problems).toEqual([])
  const folder = join(newFolder(), 'export')
  await exportFolder(db, first.tenantId, folder)
  const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

  const second = await newVendor()
  const { problems, good } = await second.run(files)
  expect([problems, good]).toEqual([[], true])
  expect(await second.rows(stored)).toEqual([
    {
      ...{ name: 'Norma 2 Specialist', kind: 'User', months: 18, status: 'Confirmed', category: 'Norms' },
      ...{ color: '#0a7b44', description: 'two\nlines' },
    },
  ])
  expect(await second.check()).toEqual([])
})

test('a known certificate takes what the file says, an empty cell changes nothing, and faults are told', async () => {
  const { run, rows } = await newVendor()
  const file = csv(header, 'Norma 1,User,12,,,,Kept', 'Norma 1,Account,24,Pending,,,')
  expect((await run({ 'certificates.csv': file })).outcomes['certificates.csv']).toMatchObject({ new: 2 })
  expect((await run({ 'certificates.csv': file })).outcomes['certificates.csv']).toMatchObject({ new: 0, unchanged: 2 })
  const changed = csv(header, 'NORMA 1,User,36,Canceled,Norms,#FFFFFF,')
  expect((await run({ 'certificates.csv': changed })).outcomes['certificates.csv']).toMatchObject({ changed: 1 })
  expect(await rows(stored)).toMatchObject([
    { kind: 'Account', months: 24, status: 'Pending' },
    {
      name: 'NORMA 1',
      kind: 'User',
      months: 36,
      status: 'Canceled',
      category: 'Norms',
      color: '#ffffff',
      description: 'Kept',
    },
  ])
  const { problems } = await run({
    'certificates.csv': csv(
      header,
      'Norma 3,User,0,,,,',
      'Norma 4,User,256,,,,',
      'Norma 5,Team,12,,,,',
      'Norma 6,User,12,,,red,',
      'Norma 7,User,12,,,,',
      'norma 7,User,12,,,,',
      'Norma 8,User,,,,,',
    ),
  })
  expect(problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
    [2, 'durationMonths', 'is not between 1 and 255'],
    [3, 'durationMonths', 'is not between 1 and 255'],
    [4, 'kind', 'is none of User, Account'],
    [5, 'badgeColor', 'is no colour like #0a7b44'],
    [7, 'certificateName', 'repeats the row of line 6'],
    [8, 'durationMonths', 'is required'],
  ])
})
