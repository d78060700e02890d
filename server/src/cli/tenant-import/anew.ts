import { secretTables } from '../tenant-export/columns.ts'
import type { Manifest } from '../tenant-export/manifest.ts'

/** What people have to do anew after an import without secrets, as far as the tenant has it. */
export const anewOf = ({ tables }: Pick<Manifest, 'tables'>): string[] => [
  'users ask for a new password, or `portal user set-password` sets one',
  ...Object.values(secretTables),
  ...(tables.webhooks?.rows
    ? ['webhooks have new secrets: change each at its screen and give it to its receiver']
    : []),
  ...(tables.directory_connections?.rows ? ['the client secret of each directory is entered at its screen'] : []),
]
