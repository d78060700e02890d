import { type Command, maybeList, textOf } from '../command.ts'
import { moveTenants } from './move.ts'

export const tenantMove: Command = {
  name: 'tenant move',
  positionals: ['CODE'],
  summary:
    'Moves a living tenant to another primary of this installation (DATABASE_PRIMARIES), or leaves everything as it was',
  options: {
    to: { type: 'string', required: true, help: 'NAME of the primary' },
    with: { type: 'string', several: true, help: 'CODE of a tenant that moves too; repeat it for several' },
    keep: { type: 'boolean', help: 'leave the rows that stay behind; the same command again deletes them' },
  },
  async run({ given, positionals: [code = ''], out, database }) {
    const { primaries } = await database()
    const codes = [...new Set([code, ...(maybeList(given, 'with') ?? [])])]
    const moved = await moveTenants(
      primaries,
      { codes, to: textOf(given, 'to'), keep: given.keep === true },
      { say: out.say },
    )
    out.answer(moved)
    return true
  },
}
