import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrate, schemaOrder } from './migrate.ts'
import { readSchema } from './platform/database/schema-files.ts'
import { testDatabase } from './testing/database.ts'

const database = await testDatabase()
const client = new pg.Client(database.url)
await client.connect()
const files = await readSchema(schemaOrder)
afterAll(async () => {
  await client.end()
  await database.drop()
})

interface Defined {
  name: string
  text: string
}

/** Functions, procedures, triggers and views of our schemas as PostgreSQL prints them, without those of extensions. */
const defined = async () =>
  (
    await client.query<Defined>(`
      with ours as (
        select p.oid, 'function ' || p.proname as name, pg_get_functiondef(p.oid) as text, 'pg_proc'::regclass as catalog
        from pg_proc p where p.prokind in ('f', 'p') and p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'offered'))
        union all
        select t.oid, 'trigger ' || t.tgname || ' on ' || t.tgrelid::regclass, pg_get_triggerdef(t.oid), 'pg_trigger'::regclass
        from pg_trigger t where not t.tgisinternal and t.tgrelid::regclass::text not like 'graphile_worker.%'
        union all
        select c.oid, 'view ' || c.relname, pg_get_viewdef(c.oid), 'pg_class'::regclass
        from pg_class c where c.relkind = 'v' and c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'offered'))
      )
      select name, text from ours o
      where not exists (select from pg_depend d where d.classid = o.catalog and d.objid = o.oid and d.deptype = 'e')
      order by name, text`)
  ).rows

/** Created by `call append_only`, `call findable` or `call counted`, which put the table's name into it. */
const isByProcedure = ({ name }: Defined) =>
  /^(trigger append_only on |function (keep_texts_of|tally)_|trigger keep_(changed_|no_)?[a-z]+_text on |trigger tally_|view \w+_(tallies|scopes)$)/.test(
    name,
  )

test('every function, trigger and view is in server/schema as one that can be replaced', async () => {
  const texts = files.map(({ sql }) => sql).join('\n')
  const missing = (await defined())
    .filter((one) => !isByProcedure(one))
    .filter(({ name }) => {
      const [kind, called, , table] = name.split(' ')
      const said = kind === 'function' ? '(function|procedure)' : kind
      const where = table ? `${called}[^;]*\\bon ${table}\\b` : `(\\w+\\.)?${called}\\b`
      return !new RegExp(`create or replace ${said} ${where}`, 'i').test(texts)
    })
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('the database has the texts of server/schema, and applying them again changes nothing', async () => {
  const before = await defined()
  expect(before.length).toBeGreaterThan(50)
  await client.query('delete from schema_files')
  const { applied } = await migrate(database.url)
  expect(applied).toEqual(files.map(({ name }) => name))
  expect(await defined()).toEqual(before)
  expect(await migrate(database.url)).toEqual({ applied: [] })
})

test('a changed text is applied at the next start, whatever was there before', async () => {
  const [before] = (await defined()).filter(({ name }) => name === 'function iso')
  await client.query(`create or replace function iso(at timestamptz) returns text language sql stable return ''`)
  await client.query(`update schema_files set checksum = '' where name = 'platform.sql'`)
  expect(await migrate(database.url)).toEqual({ applied: ['platform.sql'] })
  expect((await defined()).filter(({ name }) => name === 'function iso')).toEqual([before])
})
