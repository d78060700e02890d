import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportFolder, written } from '../../modules/imports/index.ts'
import { findLogo, findSettings, listGroups, listTenantRoles } from '../../modules/tenants/index.ts'
import { openSession } from '../../platform/database/session.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { type Command, CommandError, tenantOf } from '../command.ts'
import { writeFiles } from './files.ts'
import { leftOut, listRecordTables, writeRecords } from './records.ts'

export const tenantExport: Command = {
  name: 'tenant export',
  positionals: ['CODE', 'DIR'],
  summary:
    'All data of a tenant as files, into an empty folder: what `portal import` reads, settings, files and every record',
  options: {},
  async run({ positionals: [code = '', folder = '.'], out, config, database }) {
    const db = await database()
    const { tenantId, code: tenantCode, name } = await tenantOf(db, code)
    await openEmpty(folder)
    const imported = await exportFolder(db, tenantId, folder)
    for (const { file, rows } of imported) out.say(`${file}: ${inWords(rows)} rows`)

    const storage = await openStorage(config())
    const session = await openSession(db, tenantId, { mode: 'look' })
    try {
      await session.transaction(async (tx) => {
        const settings = await findSettings(tx)
        const roles = await listTenantRoles(tx)
        const all = { ...settings, groups: await listGroups(tx), roles }
        await written(join(folder, 'settings.json'), [`${JSON.stringify(all, null, 2)}\n`])
        const logo = await findLogo(tx)
        if (logo)
          await writeFile(join(folder, logo.type === 'image/png' ? 'logo.png' : 'logo.jpg'), logo.content, {
            mode: 0o600,
          })
      })

      await mkdir(join(folder, 'files'))
      const files = await writeFiles(session, storage, tenantId, folder)
      out.say(`files: ${inWords(files.files)} files, ${inWords(files.bytes)} bytes`)

      await mkdir(join(folder, 'records'))
      const records: { table: string; rows: number }[] = []
      for (const table of await listRecordTables(session))
        if (leftOut[table] === undefined)
          records.push({ table, rows: await writeRecords(session, table, join(folder, 'records')) })
      const rows = records.reduce((sum, each) => sum + each.rows, 0)
      out.say(`records: ${inWords(rows)} rows of ${records.filter((each) => each.rows > 0).length} tables`)
      await written(join(folder, 'README.txt'), [readMe(name, tenantCode)])
      for (const missing of files.missing) out.complain(`The store does not have the bytes of ${missing}.`)
      out.answer({ tenantCode, imported, files, records })
      return files.missing.length === 0
    } finally {
      await session.close()
      storage.close()
    }
  },
}

const inWords = (count: number): string => count.toLocaleString('en')

/** Creates the folder; refuses one with something in it, which could be mixed up with the export. */
async function openEmpty(folder: string): Promise<void> {
  const names = await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new CommandError(`The folder cannot be written: ${error.message}`)
    })
  if (names.length > 0) throw new CommandError(`${folder} is not empty. Nothing was written: name another folder.`)
}

const readMe = (name: string, code: string): string => `All data of the portal ${name} (${code}).

*.csv           what \`portal import --tenant CODE DIR\` reads: accounts, users, products, prices, stock, orders, keys,
                certifications and deals
settings.json   name, colour, host names, menu, links, sender, defaults, account groups and roles
logo.*          the logo, if there is one
files/          the files that users uploaded; index.csv says the name, account and note of each
records/        every table as JSON Lines, one row in each line, with the audit log

Not here, because nobody can use it elsewhere or it follows from the rest:
${Object.entries(leftOut)
  .map(([table, why]) => `  ${table}: ${why}`)
  .join('\n')}
  users.password_hash: a secret; users set a new password after an import
  further accounts of a person: users.csv has each address once; records/users.jsonl names them, and they are offered again
`
