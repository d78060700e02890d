import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '../migrate.ts'
import { mainPrimary } from '../platform/config.ts'
import { sentenceOf } from '../platform/operator-error.ts'
import { openStorage } from '../platform/storage/storage.ts'
import { proveBackup } from './backup/prove.ts'
import { readBackup } from './backup/read.ts'
import { writeBackup } from './backup/write.ts'
import { linesOfCheck } from './check.ts'
import { type Call, type Command, CommandError, maybeText, primaryOption } from './command.ts'

const number = (value: number) => value.toLocaleString('en')
const shownDamages = 20

export const backup: Command = {
  name: 'backup',
  positionals: ['FILE'],
  summary: 'All that the database holds at one moment, and the files, into a file, while both go on being used',
  options: {
    keep: {
      type: 'string',
      help: 'N FILE is a folder: the backup, one of each primary, gets a name by its time, and only the newest N stay there',
    },
    primary: primaryOption,
  },
  async run(call) {
    const {
      given,
      positionals: [place = ''],
      out,
      config,
      migrated,
    } = call
    const keep = keptOf(maybeText(given, 'keep'))
    const primary = maybeText(given, 'primary')
    const others = primary === undefined ? config().databasePrimaries : []
    const first = async () =>
      backUp(call, { url: (await migrated()).url, place, keep, primary: primary ?? mainPrimary })
    if (keep === null || others.length === 0) {
      const done = await first()
      for (const { name } of others)
        out.say(`What lives in the primary ${name} is not in it: \`portal backup FILE --primary ${name}\`.`)
      out.answer(done)
      return done.damaged.length === 0
    }
    // One that is dead leaves the others backed up all the same.
    const failed = (name: string) => (error: Error) => {
      const says = sentenceOf(error) ?? error.message
      out.complain(`The primary ${name} is in no backup: ${says}`)
      return { primary: name, error: says }
    }
    const done = await first().catch(failed(mainPrimary))
    const further: (Done | ReturnType<ReturnType<typeof failed>>)[] = []
    for (const { name, url } of others)
      further.push(
        await migrate(url, { log: out.complain })
          .then(() => backUp(call, { url, place, keep, primary: name }))
          .catch(failed(name)),
      )
    out.answer({ ...done, further })
    return [done, ...further].every((each) => 'damaged' in each && each.damaged.length === 0)
  },
}

type Done = Awaited<ReturnType<typeof backUp>>

/** One primary. With `keep`, `place` is a folder. */
async function backUp(
  { out, config, onStop }: Call,
  { url, place, keep, primary }: { url: string; place: string; keep: number | null; primary: string },
) {
  const file = keep === null ? place : join(place, `${nameOf(primary)}${timeOf(new Date())}.backup`)
  const storage = await openStorage(config())
  const { damaged, ...written } = await writeBackup(url, file, storage, onStop)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST')
        throw new CommandError(
          `${error.path ?? file} is there already. Existing files are never overwritten: choose another name.`,
        )
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
  // Only after a whole backup: a failing one never takes an older one away.
  const removed = keep === null || damaged.length > 0 ? [] : await removeOlder(place, nameOf(primary), keep)
  if (removed.length > 0) out.say(`Removed ${removed.join(', ')}.`)
  return { file, ...written, damaged, removed }
}

function keptOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CommandError('--keep is a number of backups from 1 to 9999.')
  return Number(text)
}

/** What the names of a primary's backups begin with: `trellis-2026-…` or `trellis-north-2026-…`. */
export const nameOf = (primary: string): string => (primary === mainPrimary ? 'trellis-' : `trellis-${primary}-`)
/** Sorts by time. */
const timeOf = (time: Date): string => `${time.toISOString().replace(/:/g, '-').slice(0, 19)}Z`
const timeForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
/** Others in the folder are never touched. */
export const isOwn = (name: string, begin: string): boolean =>
  name.startsWith(begin) && timeForm.test(name.slice(begin.length))

async function removeOlder(folder: string, begin: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => isOwn(name, begin)).sort()
  const older = names.slice(0, -keep)
  for (const name of older) await rm(join(folder, name))
  return older
}

export const restore: Command = {
  name: 'restore',
  isFirst: true,
  positionals: ['FILE'],
  summary: 'A backup into an installation without tenants: all of it, or nothing',
  options: { primary: primaryOption },
  async run({ positionals: [file = ''], out, config, migrated, onStop }) {
    const { url } = await migrated()
    const storage = await openStorage(config())
    const { rows, files } = await readBackup(url, file, config(), storage, onStop).finally(() => storage.close())
    out.say(`${number(rows)} rows and ${number(files)} files were restored. See \`portal check\`.`)
    out.answer({ file, rows, files })
    return true
  },
}

export const backupProve: Command = {
  name: 'backup prove',
  positionals: ['FILE'],
  summary: 'Restores a backup into a database of its own and checks all of it; what is in use is not touched',
  options: {},
  async run({ positionals: [file = ''], out, config, onStop }) {
    const { rows, files, tenants } = await proveBackup(file, config(), onStop)
    const isGood = tenants.every(({ findings }) => findings.length === 0)
    for (const line of tenants.flatMap(linesOfCheck)) out.say(line)
    out.say(
      `${number(rows)} rows and ${number(files)} files of ${tenants.length} tenants were restored, and ${isGood ? 'all of it holds' : 'not all of it holds'}.`,
    )
    out.answer({ ok: isGood, file, rows, files, tenants })
    return isGood
  },
}
