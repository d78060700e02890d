import type { Command } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  positionals: [],
  summary: 'Bring the database to the state that this version needs',
  options: {},
  async run({ out, database, migrated }) {
    const { applied } = await migrated()
    // Opening the database also runs the steps that some migrations leave to the application.
    if (applied.length > 0) await database()
    out.say(applied.length === 0 ? 'Nothing to do.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`)
    out.answer({ applied })
    return true
  },
}
