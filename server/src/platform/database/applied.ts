import { type Sql, sql } from './sql.ts'

/**
 * Condition: a migration was applied longer ago than an interval. Until then a process of the previous version may
 * still run.
 */
export const isAppliedFor = (name: string, age: Sql): Sql => sql`
  exists (select from schema_migrations where name = ${name} and applied_at < now() - ${age})`
