import pg from 'pg'

/** The objects of extensions and of the job queue are not ours. */
const ours = `n.nspname in ('public', 'offered', 'numbers')
  and not exists (select from pg_depend e where e.objid = o.oid and e.deptype = 'e')`

/** Without what PostgreSQL 17 added. Names of owners and logins differ between databases. */
const rightsOf = (acl: string) => `
  coalesce((select string_agg(coalesce((case when a.grantee = 0 then 'public' when a.grantee = r.oid then 'owner'
      else a.grantee::regrole::text end), '') || ':' || a.privilege_type, ' ' order by a.grantee = 0, a.grantee::regrole::text, a.privilege_type)
    from aclexplode(${acl}) a, pg_roles r where r.oid = o.owner and a.privilege_type <> 'MAINTAIN'
      and (a.grantee in (0, r.oid) or a.grantee::regrole::text = 'trellis_app')), 'default')`

const questions: Record<string, string> = {
  schema: `
    select n.nspname as name, '' as what from pg_namespace n where n.nspname in ('public', 'offered', 'numbers')`,
  extension: `select extname as name, '' as what from pg_extension where extname <> 'plpgsql'`,
  table: `
    select o.oid::regclass::text as name, concat_ws(' ', o.relkind::text, o.relpersistence::text, o.reloptions::text,
      case when o.relrowsecurity then 'row security' end, case when o.relforcerowsecurity then 'forced' end,
      ${rightsOf('o.relacl')}) as what
    from (select c.*, c.relowner as owner from pg_class c) o join pg_namespace n on n.oid = o.relnamespace
    where o.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${ours}`,
  column: `
    select o.oid::regclass || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then a.attcollation::regcollation::text end,
      case when a.attnotnull then 'not null' end, nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''),
      a.attstorage::text, nullif(a.attcompression::text, ''), pg_get_expr(d.adbin, d.adrelid)) as what
    from pg_class o join pg_namespace n on n.oid = o.relnamespace
    join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
    where o.relkind in ('r', 'p', 'v', 'm', 'f') and ${ours}`,
  constraint: `
    select o.conrelid::regclass::text || '.' || o.conname as name,
      concat_ws(' ', pg_get_constraintdef(o.oid), case when not o.convalidated then 'not validated' end) as what
    from pg_constraint o join pg_namespace n on n.oid = o.connamespace
    -- From PostgreSQL 18 on, "not null" is a constraint; the columns say it in every version.
    where o.contype <> 'n' and o.conrelid <> 0 and ${ours}`,
  index: `
    select o.relname as name, concat_ws(' ', pg_get_indexdef(o.oid), o.reloptions::text,
      case when not i.indisvalid then 'invalid' end) as what
    from pg_class o join pg_namespace n on n.oid = o.relnamespace join pg_index i on i.indexrelid = o.oid where ${ours}`,
  function: `
    select o.oid::regprocedure::text as name, pg_get_functiondef(o.oid) || ${rightsOf('o.proacl')} as what
    from (select p.*, p.proowner as owner from pg_proc p) o join pg_namespace n on n.oid = o.pronamespace
    where o.prokind <> 'a' and ${ours}`,
  trigger: `
    select o.tgrelid::regclass::text || '.' || o.tgname as name, concat_ws(' ', pg_get_triggerdef(o.oid), o.tgenabled::text) as what
    from pg_trigger o join pg_class c on c.oid = o.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not o.tgisinternal and ${ours}`,
  view: `
    select o.relname as name, pg_get_viewdef(o.oid) as what
    from pg_class o join pg_namespace n on n.oid = o.relnamespace where o.relkind = 'v' and ${ours}`,
  policy: `
    select o.polrelid::regclass::text || '.' || o.polname as name, concat_ws(' ', o.polcmd::text, o.polpermissive::text,
      o.polroles::text, pg_get_expr(o.polqual, o.polrelid), pg_get_expr(o.polwithcheck, o.polrelid)) as what
    from pg_policy o`,
  type: `
    select o.typname as name, concat_ws(' ', o.typtype::text, format_type(o.typbasetype, o.typtypmod)) as what
    from pg_type o join pg_namespace n on n.oid = o.typnamespace
    where o.typtype in ('d', 'e', 'r') and ${ours}`,
  'default right': `
    select o.defaclobjtype::text as name, o.defaclacl::text as what from pg_default_acl o`,
  'right of the application': `select table_name::text as name, rights::text as what from table_rights`,
  currency: `select code as name, to_jsonb(c)::text as what from currencies c`,
}

/** What a database consists of, one line for each object, without the order of columns. Sorted; for comparison. */
export async function catalogueOf(url: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set search_path = public')
    const lines: string[] = []
    for (const [kind, question] of Object.entries(questions)) {
      const { rows } = await client.query<{ name: string; what: string | null }>(question)
      lines.push(...rows.map(({ name, what }) => `${kind} ${name}: ${what ?? ''}`))
    }
    return lines.sort()
  } finally {
    await client.end()
  }
}
