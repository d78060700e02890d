import { exportFolder } from '../modules/imports/index.ts'
import { type Command, tenantOf, textOf } from './command.ts'

export const exportCommand: Command = {
  name: 'export',
  positionals: ['DIR'],
  summary: 'All records of a tenant as the files that `portal import` reads, into a folder',
  options: { tenant: { type: 'string', help: 'C code of the tenant', required: true } },
  async run({ given, positionals, out, database }) {
    const db = await database()
    const { tenantId } = await tenantOf(db, textOf(given, 'tenant'))
    const files = await exportFolder(db, tenantId, positionals[0] ?? '.')
    for (const { file, rows } of files) out.say(`${file}: ${rows.toLocaleString('en')} rows`)
    out.answer({ ok: true, files })
    return true
  },
}
