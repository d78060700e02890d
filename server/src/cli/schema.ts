import { Connection } from '../platform/database/connection.ts'
import { distribution, readCatalogue } from '../platform/database/distributed.ts'
import type { Command } from './command.ts'

export const schemaCommand: Command = {
  name: 'schema',
  positionals: [],
  summary: 'Print the statements that distribute the schema by tenant in a PostgreSQL with Citus; changes nothing',
  options: {
    distributed: { type: 'boolean', required: true, help: 'by tenant, over several databases (docs/scaling.md)' },
  },
  async run({ out, migrated }) {
    const { url } = await migrated()
    const client = new Connection(url)
    await client.connect()
    try {
      const { statements, faults } = distribution(await readCatalogue(client))
      for (const line of statements) out.say(line)
      for (const fault of faults) out.complain(fault)
      out.answer({ statements, faults })
      return faults.length === 0
    } finally {
      await client.end()
    }
  },
}
