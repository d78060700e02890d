import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  positionals: [],
  summary: 'Bring the database to the state that this version needs',
  options: {},
  async run({ out, migrated }) {
    const { applied } = await migrated()
    out.say(applied.length === 0 ? 'Nothing to do.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`)
    out.answer({ applied })
    return true
  },
}
