import type pg from 'pg'

/** A table without a tenant, or whose keys are unique in the whole installation, and how a distributed database keeps it. */
const ofTheInstallation: Record<string, 'everywhere' | 'coordinator'> = {
  tenants: 'everywhere',
  tenant_hosts: 'everywhere',
  currencies: 'everywhere',
  // A device that knows only its key finds its tenant by it.
  serial_keys: 'everywhere',
  signing_keys: 'coordinator',
  secret_key_check: 'coordinator',
  throttles: 'coordinator',
  write_probe: 'coordinator',
  schema_migrations: 'coordinator',
  schema_files: 'coordinator',
  table_rights: 'coordinator',
}

/** Foreign keys that lead to another tenant, each with what keeps them instead. */
const acrossTenants: Record<string, string> = {
  product_publications_owner_tenant_id_product_id_fkey:
    'a product that another tenant publishes lies in that tenant’s shard; products that are in use cannot be deleted',
}

/** Policies that show rows of another tenant: published products. */
const sharing = new Set(['products.published', 'product_publications.owned'])

interface Table {
  name: string
  hasTenant: boolean
  isPermanent: boolean
  isPartOfAnother: boolean
  triggers: string[]
}

interface Key {
  table: string
  name: string
  kind: 'primary' | 'unique' | 'exclusion' | 'foreign'
  hasTenant: boolean
  refersTo: string | null
  /** For a foreign key: the tenant refers to the tenant. */
  keepsTenant: boolean
  /** Deleting or changing what it refers to sets the tenant to null or a default. */
  emptiesTenant: boolean
  definition: string
}

export interface Catalogue {
  tables: Table[]
  keys: Key[]
  /** Columns numbered by a sequence, as `table.column`. */
  numbered: string[]
  /** Policies with another condition than the tenant, as `table.policy`. */
  sharing: string[]
}

export interface Distribution {
  statements: string[]
  /** What a distributed database refuses, or would do wrong. */
  faults: string[]
}

/** What the catalogue says that matters when the schema is distributed by tenant. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const rowsOf = async <T>(text: string) => (await client.query(text)).rows as T[]
  const tables = await rowsOf<Table>(`
    select c.relname as name, c.relpersistence = 'p' as "isPermanent",
           exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnotnull) as "hasTenant",
           c.relkind = 'p' or c.relispartition or exists (select from pg_inherits i where c.oid in (i.inhrelid, i.inhparent)) as "isPartOfAnother",
           array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const keys = await rowsOf<Key>(`
    select c.relname as "table", k.conname as name,
           case k.contype when 'p' then 'primary' when 'u' then 'unique' when 'x' then 'exclusion' else 'foreign' end as kind,
           exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname = 'tenant_id') as "hasTenant",
           r.relname as "refersTo",
           exists (select from unnest(k.conkey, k.confkey) as n (own, other)
                   join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.own and a.attname = 'tenant_id'
                   join pg_attribute b on b.attrelid = k.confrelid and b.attnum = n.other and b.attname = 'tenant_id') as "keepsTenant",
           k.confdeltype in ('n', 'd') and exists (
             select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'tenant_id'
             and a.attnum = any(coalesce(k.confdelsetcols, k.conkey))) as "emptiesTenant",
           pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class r on r.oid = k.confrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'f')
    union all
    select c.relname, i.indexrelid::regclass::text, 'unique',
           exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and a.attname = 'tenant_id'),
           null, false, false, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid)
    order by 1, 2`)
  const numbered = await rowsOf<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like '%nextval(%')`)
  const policies = await rowsOf<{ name: string }>(`
    select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where pg_get_expr(p.polqual, p.polrelid) not like
      '(tenant\\_id = ( SELECT (NULLIF(current\\_setting(''app.tenant''::text, true), ''''::text))::uuid AS%'
    order by 1`)
  return {
    tables,
    keys,
    numbered: numbered.map(({ name }) => name),
    sharing: policies.map(({ name }) => name),
  }
}

/**
 * The statements that distribute the schema by tenant in a database with Citus, and what of the schema would not work
 * there (decision 090). All tables of a tenant lie in one shard, because each is distributed by `tenant_id` and
 * colocated with the first.
 */
export function distribution(catalogue: Catalogue): Distribution {
  const { tables, keys } = catalogue
  const by = (place: string) => tables.filter(({ name }) => ofTheInstallation[name] === place)
  const everywhere = by('everywhere')
  const distributed = tables.filter(({ name }) => ofTheInstallation[name] === undefined)
  const isDistributed = new Set(distributed.map(({ name }) => name))
  const isEverywhere = new Set(everywhere.map(({ name }) => name))
  const foreign = keys.filter((key) => key.kind === 'foreign' && ofTheInstallation[key.table] !== 'coordinator')
  const kept = foreign.filter(({ name }) => acrossTenants[name] === undefined)
  const [first] = distributed

  const faults = [
    ...distributed.filter(({ hasTenant }) => !hasTenant).map(({ name }) => `${name} has no tenant`),
    ...distributed.filter(({ isPermanent }) => !isPermanent).map(({ name }) => `${name} is not logged`),
    ...distributed.filter((table) => table.isPartOfAnother).map(({ name }) => `${name} is a part of another table`),
    ...everywhere.flatMap(({ name, triggers }) =>
      triggers.map((trigger) => `${name} is everywhere and has ${trigger}`),
    ),
    ...keys
      .filter(({ table, kind, hasTenant }) => isDistributed.has(table) && kind !== 'foreign' && !hasTenant)
      .map(({ table, name }) => `${table}: ${name} is unique beyond a tenant`),
    ...kept.flatMap(({ table, name, refersTo, keepsTenant, emptiesTenant }) => {
      const mayRefer =
        isEverywhere.has(refersTo ?? '') ||
        (isDistributed.has(table) && isDistributed.has(refersTo ?? '') && keepsTenant)
      return [
        ...(mayRefer ? [] : [`${table}: ${name} leads out of the shard`]),
        ...(emptiesTenant ? [`${table}: ${name} empties the tenant`] : []),
      ]
    }),
    ...catalogue.numbered
      .filter((name) => isDistributed.has(name.split('.')[0] ?? ''))
      .map((name) => `${name} is numbered by a sequence`),
    ...catalogue.sharing.filter((name) => !sharing.has(name)).map((name) => `${name} shows rows of other tenants`),
  ]

  const statements = [
    '-- Foreign keys can be checked only between tables that are distributed already: they are made again at the end.',
    ...foreign.map(({ table, name }) => `alter table ${table} drop constraint ${name};`),
    '-- Triggers write rows of the tenant whose row changed, so of the same shard.',
    'set citus.enable_unsafe_triggers to on;',
    '-- Tables of the installation, a copy on each node.',
    ...everywhere.map(({ name }) => `select create_reference_table('${name}');`),
    '-- Tables of tenants: all rows of a tenant in one shard.',
    ...distributed.map(
      ({ name }) =>
        `select create_distributed_table('${name}', 'tenant_id', colocate_with => '${name === first?.name ? 'none' : first?.name}');`,
    ),
    ...kept.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`),
    ...foreign.flatMap(({ table, name }) =>
      acrossTenants[name] === undefined ? [] : [`-- ${table}: ${name} stays away: ${acrossTenants[name]}.`],
    ),
    `-- On the coordinator alone: ${by('coordinator')
      .map(({ name }) => name)
      .join(', ')}, and the queue of jobs.`,
  ]
  return { statements, faults }
}
