import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exportFolder, written } from '../../modules/imports/index.ts'
import { findLogo, findSettings, listGroups, listTenantRoles } from '../../modules/tenants/index.ts'
import { openSession } from '../../platform/database/session.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { makeFolder } from '../../platform/folders.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openSigner } from '../../platform/signing/signer.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { version } from '../../platform/version.ts'
import { type Call, type Command, CommandError, tenantOf } from '../command.ts'
import { writeFiles } from './files.ts'
import { format, type Manifest, manifestName, manifestText, schemaOf } from './manifest.ts'
import { lockWith } from './passphrase.ts'
import { readMe } from './read-me.ts'
import { exportedTables, showing, writeRecords } from './records.ts'
import { isSuspended, sharedProducts, sumsOf } from './sums.ts'

export const tenantExport: Command = {
  name: 'tenant export',
  positionals: ['CODE', 'DIR'],
  summary: 'All data of a tenant as files, into an empty folder: what `portal import` and `portal tenant import` read',
  options: {
    'with-secrets': {
      type: 'boolean',
      help: 'with passwords, second factors and secrets of webhooks and directories, sealed with a passphrase',
    },
    passphrase: {
      type: 'string',
      help: 'P that the import asks for; - reads a line of standard input; or the variable MOVE_PASSPHRASE',
    },
  },
  async run(call) {
    const { given, positionals, out, config, database } = call
    const [code = '', folder = '.'] = positionals
    const locked = await lockOf(call)
    const db = await database()
    const { tenantId, code: tenantCode, name } = await tenantOf(db, code)
    await openEmpty(folder)
    const imported = await exportFolder(db, tenantId, folder)
    for (const { file, rows } of imported) out.say(`${file}: ${inWords(rows)} rows`)

    const as = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    const schema = await db.administer(as, schemaOf)
    const own = openSecrets(config())
    const storage = await openStorage(config())
    const session = await openSession(db, tenantId, { mode: 'look' })
    try {
      await session.transaction((tx) => writeSettings(tx, folder))
      await mkdir(join(folder, 'files'))
      const files = await writeFiles(session, storage, tenantId, folder)
      out.say(`files: ${inWords(files.files)} files, ${inWords(files.bytes)} bytes`)

      await mkdir(join(folder, 'records'))
      const tables: Manifest['tables'] = {}
      const shown = showing(own, locked?.secrets ?? null)
      const names = await session.transaction((tx) => exportedTables(tx, { withSecrets: locked !== null }))
      for (const table of names.sort())
        tables[table] = await writeRecords(session.transaction, table, join(folder, 'records'), shown)
      const records = Object.entries(tables).map(([table, { rows }]) => ({ table, rows }))
      const rows = records.reduce((sum, each) => sum + each.rows, 0)
      out.say(`records: ${inWords(rows)} rows of ${records.filter((each) => each.rows > 0).length} tables`)

      await written(join(folder, 'README.txt'), [readMe(name, tenantCode, { withSecrets: locked !== null })])
      const shared = await session.transaction(sharedProducts)
      const manifest = {
        ...{ format, release: version, schema, exportedAt: new Date().toISOString() },
        ...{ tenantId, tenantCode, tenantName: name, isSuspended: await session.transaction(isSuspended) },
        locked: locked?.locked ?? null,
        tables,
        shared,
        files: { ...files, missing: files.missing.map(({ fileId }) => fileId) },
        sums: await session.transaction(sumsOf),
        keys: await openSigner(db, own).keys(),
      }
      // Last: what has it is whole.
      await written(join(folder, manifestName), [manifestText(manifest, locked?.secrets ?? null)])
      if (!manifest.isSuspended)
        out.say(
          `${tenantCode} is in service: what happens from now on is not in here. Before a move \`portal tenant suspend ${tenantCode}\` first.`,
        )
      if (given['with-secrets'] === true) out.say('Whoever has this folder and its passphrase can be anybody in it.')
      for (const each of shared) out.complain(`This export cannot be imported by \`portal tenant import\`: ${each}.`)
      const missing = files.missing.map(({ fileId, name }) => `${name} (${fileId})`)
      for (const each of missing) out.complain(`The store does not have the bytes of ${each}.`)
      out.answer({ tenantCode, imported, files: { ...files, missing }, records })
      return files.missing.length === 0
    } finally {
      await session.close()
      storage.close()
    }
  },
}

const inWords = (count: number): string => count.toLocaleString('en')

/** The secrets of the passphrase; null without `--with-secrets`. */
async function lockOf({ given, password }: Call) {
  const passphrase = await password('passphrase', 'MOVE_PASSPHRASE')
  if (given['with-secrets'] !== true) return null
  if (passphrase === undefined)
    throw new CommandError(
      'An export with secrets needs a passphrase: the variable MOVE_PASSPHRASE, or --passphrase - and a line on standard input.',
    )
  return lockWith(passphrase)
}

async function writeSettings(tx: Tx, folder: string): Promise<void> {
  const settings = await findSettings(tx)
  const all = { ...settings, groups: await listGroups(tx), roles: await listTenantRoles(tx) }
  await written(join(folder, 'settings.json'), [`${JSON.stringify(all, null, 2)}\n`])
  const logo = await findLogo(tx)
  if (!logo) return
  const name = logo.type === 'image/png' ? 'logo.png' : 'logo.jpg'
  await written(join(folder, name), [logo.content])
}

/** Creates the folder; refuses one with something in it, which could be mixed up with the export. */
async function openEmpty(folder: string): Promise<void> {
  const names = await makeFolder(folder, 0o700)
    .then(() => readdir(folder))
    .catch((error: Error) => {
      throw new CommandError(`The folder cannot be written: ${error.message}`)
    })
  if (names.length > 0) throw new CommandError(`${folder} is not empty. Nothing was written: name another folder.`)
}
