import { openStorage } from '../platform/storage/storage.ts'
import { readBackup } from './backup/read.ts'
import { writeBackup } from './backup/write.ts'
import { type Command, CommandError } from './command.ts'

const number = (value: number) => value.toLocaleString('en')
const shownDamages = 20

export const backup: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'All that the database holds at one moment, and the files, into a file, while both go on being used',
  options: {},
  async run({ positionals: [file = ''], out, config, migrated }) {
    const { url } = await migrated()
    const storage = await openStorage(config())
    const { damaged, ...written } = await writeBackup(url, file, storage)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST')
          throw new CommandError(`${file} is there already. A backup is written over nothing.`)
        if (error.code === 'ENOENT') throw new CommandError(`${file} cannot be written: there is no such folder.`)
        throw error
      })
      .finally(() => storage.close())
    out.say(
      `${number(written.rows)} rows and ${number(written.files)} files of ${written.tenants} tenants are in ${file}.`,
    )
    if (damaged.length > 0) {
      out.complain(`${number(damaged.length)} files were damaged before the backup, which is complete otherwise:`)
      for (const each of damaged.slice(0, shownDamages)) out.complain(`  ${each}`)
      if (damaged.length > shownDamages) out.complain(`  … and ${number(damaged.length - shownDamages)} more`)
    }
    out.answer({ file, ...written, damaged })
    return damaged.length === 0
  },
}

export const restore: Command = {
  name: 'restore',
  positionals: ['FILE'],
  summary: 'A backup into an installation without tenants: all of it, or nothing',
  options: {},
  async run({ positionals: [file = ''], out, config, migrated }) {
    const { url } = await migrated()
    const storage = await openStorage(config())
    const { rows, files } = await readBackup(url, file, config(), storage).finally(() => storage.close())
    out.say(`${number(rows)} rows and ${number(files)} files were restored. See \`portal check\`.`)
    out.answer({ file, rows, files })
    return true
  },
}
