import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import type { Columns } from './cells.ts'
import type { Importer, ImportFile } from './file.ts'
import { report, reportRepeated, sound, stageName } from './stage.ts'

/** A fact that a file may give: a column of the staging table and of the record's table. An empty cell changes nothing. */
export interface Fact {
  column: string
  to: string
  /** Of a new record whose cell is empty. */
  otherwise: Sql
}

/** A file of what a tenant has defined: few rows, one record each, known by a name. A known one takes what its row says. */
export interface Definition {
  name: string
  columns: Columns
  /** The table of the records, and its column of the id. */
  table: string
  id: string
  /** The column of the file at which faults of the whole row are told, and the SQL text by which rows are the same record. */
  key: { column: string; sameAs: string }
  /** Further columns of the staging table, which `find` fills. */
  workedOut?: string
  /** Sets `record_id` of known records, and reports what makes a row impossible. */
  find(tx: Tx, importer: Importer | null): Promise<void>
  /** The columns of a new record that its key gives, from the staged row `s`. */
  named: Readonly<Record<string, Sql>>
  facts: readonly Fact[]
  /** Columns of the name, which change with a row that writes it in another way. */
  renamed?: readonly string[]
  /** Who imports may change a known record. */
  mayChange(importer: Importer): boolean
  /** SQL: what the log tells of a record `d`. */
  told: Sql
  noteChange(tx: Tx, change: 'created' | 'changed', rows: Sql): Promise<void>
  /** After the rows were written. */
  after?(tx: Tx): Promise<void>
  present: ImportFile['present']
  leavesOut?: ImportFile['leavesOut']
}

export function definitionImport(of: Definition): ImportFile {
  const table = stageName(of.name)
  const staged = sql.ref(table)
  const known = sql`d.tenant_id = (select current_tenant()) and ${sql.ref(`d.${of.id}`)} = s.record_id`
  const given = (column: string) => sql`s.${sql.ref(column)}`
  const held = (column: string) => sql.ref(`d.${column}`)
  const differs = sql.join(
    [
      ...of.facts.map(
        ({ column, to }) => sql`(${given(column)} is not null and ${given(column)} is distinct from ${held(to)})`,
      ),
      ...(of.renamed ?? []).map((column) => sql`${of.named[column]} is distinct from ${held(column)}`),
      sql`false`,
    ],
    sql` or `,
  )
  return {
    name: of.name,
    columns: of.columns,
    workedOut: ['record_id uuid, seq int, state text, former jsonb', ...(of.workedOut ? [of.workedOut] : [])].join(
      ', ',
    ),
    isLeaf: false,

    async check(tx, importer) {
      await reportRepeated(tx, table, of.key.column, of.key.sameAs)
      await of.find(tx, importer)
      await tx.run(sql`
        update ${staged} s set state = case when s.record_id is null then 'new' else (
          select case when ${differs} then 'changed' else 'same' end from ${sql.ref(of.table)} d where ${known}) end`)
      if (importer !== null && !of.mayChange(importer))
        await report(tx, of.key.column, 'mayNotChange', sql`from ${staged} s where s.state = 'changed' and ${sound}`)
      await tx.run(sql`update ${staged} set record_id = id_at(clock()) where record_id is null`)
    },

    async write(tx, step) {
      const columns = [...Object.keys(of.named), ...of.facts.map(({ to }) => to)]
      const values = [
        ...Object.values(of.named),
        ...of.facts.map(({ column, otherwise }) => sql`coalesce(${given(column)}, ${otherwise})`),
      ]
      await tx.run(sql`
        insert into ${sql.ref(of.table)} (${sql.join([of.id, ...columns].map((column) => sql.ref(column)))})
        select s.record_id, ${sql.join(values)} from ${staged} s where s.state = 'new' order by s.at_line`)
      await of.noteChange(
        tx,
        'created',
        sql`select s.record_id, null::jsonb, ${of.told} || '{"source": "import"}'
            from ${staged} s join ${sql.ref(of.table)} d on ${known} where s.state = 'new' order by s.at_line`,
      )
      await tx.run(sql`
        update ${staged} s set former = ${of.told} from ${sql.ref(of.table)} d where s.state = 'changed' and ${known}`)
      const sets = [
        ...of.facts.map(({ column, to }) => sql`${sql.ref(to)} = coalesce(${given(column)}, ${held(to)})`),
        ...(of.renamed ?? []).map((column) => sql`${sql.ref(column)} = ${of.named[column]}`),
      ]
      if (sets.length > 0)
        await tx.run(sql`
          update ${sql.ref(of.table)} d set ${sql.join(sets)} from ${staged} s where s.state = 'changed' and ${known}`)
      await of.noteChange(
        tx,
        'changed',
        sql`select s.record_id, s.former, ${of.told} || '{"source": "import"}'
            from ${staged} s join ${sql.ref(of.table)} d on ${known} where s.state = 'changed' order by s.at_line`,
      )
      await of.after?.(tx)
      const all = await tx.row<{ count: number }>(sql`select count(*)::int as count from ${staged}`)
      step(all?.count ?? 0, all?.count ?? 0)
    },

    present: of.present,
    ...(of.leavesOut && { leavesOut: of.leavesOut }),
    sums: async () => ({}),
  }
}
