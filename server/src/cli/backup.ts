import { readBackup } from './backup/read.ts'
import { writeBackup } from './backup/write.ts'
import { type Command, CommandError } from './command.ts'

export const backup: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'All that the database holds at one moment, into a file, while it goes on being used',
  options: {},
  async run({ positionals: [file = ''], out, migrated }) {
    const { url } = await migrated()
    const written = await writeBackup(url, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new CommandError(`${file} is there already. A backup is written over nothing.`)
      if (error.code === 'ENOENT') throw new CommandError(`${file} cannot be written: there is no such folder.`)
      throw error
    })
    out.say(`${written.rows.toLocaleString('en')} rows of ${written.tenants} tenants are in ${file}.`)
    out.answer({ file, ...written })
    return true
  },
}

export const restore: Command = {
  name: 'restore',
  positionals: ['FILE'],
  summary: 'A backup into an installation without tenants: all of it, or nothing',
  options: {},
  async run({ positionals: [file = ''], out, config, migrated }) {
    const { url } = await migrated()
    const { rows } = await readBackup(url, file, config())
    out.say(`${rows.toLocaleString('en')} rows were restored. See \`portal check\`.`)
    out.answer({ file, rows })
    return true
  },
}
