import { join } from 'node:path'
import { exportFolder, readMe, written } from '../modules/imports/index.ts'
import { type Command, tenantOf, textOf } from './command.ts'

export const exportCommand: Command = {
  name: 'export',
  positionals: ['DIR'],
  summary: 'The records of a tenant as the files that `portal import` reads, into a folder, and what they leave out',
  options: { tenant: { type: 'string', help: 'C code of the tenant', required: true } },
  async run({ given, positionals, out, database }) {
    const db = await database()
    const folder = positionals[0] ?? '.'
    const { tenantId, code } = await tenantOf(db, textOf(given, 'tenant'))
    const files = await exportFolder(db, tenantId, folder)
    for (const { file, rows, leavesOut } of files) {
      out.say(`${file}: ${rows.toLocaleString('en')} rows`)
      for (const { what, count } of leavesOut) out.say(`  leaves out: ${what} (${count.toLocaleString('en')})`)
    }
    await written(join(folder, 'README.txt'), [readMe(code, files)])
    out.say('README.txt: what no file has')
    out.answer({ ok: true, files })
    return true
  },
}
