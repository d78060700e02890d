import { migrate } from '../migrate.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  isFirst: true,
  positionals: [],
  summary: 'Bring the database, and each further primary, to the state that this version needs',
  options: {},
  async run({ out, config, migrated }) {
    const { applied } = await migrated()
    for (const { name, url } of config().databasePrimaries) {
      const further = await migrate(url, { log: out.complain })
      applied.push(...further.applied.map((each) => `${each} (${name})`))
    }
    out.say(applied.length === 0 ? 'Nothing to do.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`)
    out.answer({ applied })
    return true
  },
}
