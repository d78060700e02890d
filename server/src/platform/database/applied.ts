import { type Sql, sql } from './sql.ts'

/** Whether a migration was applied longer ago than an interval: until then a process of the version before may still run. */
export const isAppliedFor = (name: string, age: Sql): Sql => sql`
  exists (select from schema_migrations where name = ${name} and applied_at < now() - ${age})`
