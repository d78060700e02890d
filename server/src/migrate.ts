import type pg from 'pg'
import { owners } from './owners.ts'
import { migrate as bring, pendingIn } from './platform/database/migrate.ts'
import type { LockOptions } from './platform/database/migration-lock.ts'

/** The files of `server/schema` in order: the platform, the columns, and what puts their offers together. */
export const schemaOrder: readonly string[] = [...Object.keys(owners), 'app']

/** Brings a database to the present schema: that of the platform, then of each column in order of dependency. */
export const migrate = (url: string, options: LockOptions = {}): Promise<{ applied: string[] }> =>
  bring(url, { ...options, columns: schemaOrder })

/** What `migrate` would apply, without applying it; null for an empty database. */
export const pendingMigrations = (client: pg.Client): Promise<string[] | null> =>
  pendingIn(client, { columns: schemaOrder })
