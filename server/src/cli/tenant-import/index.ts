import { openSecrets } from '../../platform/secrets.ts'
import { openSigner } from '../../platform/signing/signer.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { checkRows } from '../check/run.ts'
import { linesOfCheck } from '../check.ts'
import { type Call, type Command, CommandError, maybeText, primaryOf } from '../command.ts'
import { isGenuine, type Manifest, readManifest } from '../tenant-export/manifest.ts'
import { unlockWith } from '../tenant-export/passphrase.ts'
import { anewOf } from './anew.ts'
import { bringFiles } from './files.ts'
import { refuseDamaged } from './lines.ts'
import { refuseForeign, refuseTaken } from './refuse.ts'
import { writeTenant } from './write.ts'

export const tenantImport: Command = {
  name: 'tenant import',
  isFirst: true,
  positionals: ['DIR'],
  summary:
    'A tenant of another installation, whole, from what `portal tenant export` wrote: all of it, or nothing. It arrives suspended',
  options: {
    passphrase: {
      type: 'string',
      help: 'P of an export with secrets; - reads a line of standard input; or the variable MOVE_PASSPHRASE',
    },
    on: { type: 'string', help: 'P name of the primary that it will live in, of several (main)' },
    'despite-check': {
      type: 'boolean',
      help: 'also a tenant in which `portal check` finds something, as it was before',
    },
  },
  async run(call) {
    const { given, positionals, out, config, database } = call
    const [folder = '.'] = positionals
    const manifest = await readManifest(folder)
    const { tenantId, tenantCode, tenantName } = manifest
    const db = await database()
    const as = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    const at = primaryOf(db, maybeText(given, 'on'))
    await at.administer({ ...as, tenantId: nobody }, (tx) => refuseForeign(tx, manifest))
    const passphrase = await unlock(call, manifest)
    await refuseDamaged(folder, manifest)
    await refuseTaken(db, at, folder, manifest)

    const own = openSecrets(config())
    const storage = await openStorage(config())
    const arrived = await bringFiles(folder, storage, manifest).catch((error) => {
      storage.close()
      throw error
    })
    let isSent = false
    try {
      const arriving = {
        folder,
        manifest,
        own,
        passphrase,
        signer: openSigner(db, own),
        anchors: config().auditAnchors,
      }
      const rows = await at.administer(as, async (tx) => {
        const written = await writeTenant(tx, arriving)
        const { findings, invariants } = await checkRows(tx, { storage })
        for (const line of linesOfCheck({ tenantCode, invariants, findings })) out.say(line)
        if (findings.length > 0 && given['despite-check'] !== true)
          throw new CommandError(
            `Nothing was imported. What is broken was so before: \`portal check --tenant ${tenantCode}\` there says the same. --despite-check imports it as it is.`,
          )
        // If the connection breaks from here on, the rows may be committed: the bytes have to remain.
        isSent = true
        return written
      })
      const anew = manifest.locked === null ? anewOf(manifest) : []
      const count = (value: number) => value.toLocaleString('en')
      out.say(`Tenant ${tenantCode} (${tenantName}) is here: ${count(rows)} rows, ${count(arrived.files)} files.`)
      for (const line of anew) out.say(`Without secrets: ${line}.`)
      out.say(
        `It is suspended. \`portal check --against ${folder}\` compares it; \`portal tenant resume ${tenantCode}\` puts it into service.`,
      )
      out.answer({ tenantCode, tenantId, rows, files: arrived.files, bytes: arrived.bytes, anew })
      return true
    } finally {
      if (!isSent) await arrived.undo()
      storage.close()
    }
  },
}

/** The tenant of statements before there is one. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The secrets of the passphrase; null for an export without secrets. */
async function unlock({ password }: Call, manifest: Manifest) {
  if (manifest.locked === null) return null
  const passphrase = await password('passphrase', 'MOVE_PASSPHRASE')
  if (passphrase === undefined)
    throw new CommandError(
      'The export has secrets, sealed with a passphrase: the variable MOVE_PASSPHRASE, or --passphrase - and a line on standard input.',
    )
  const secrets = await unlockWith(passphrase, manifest.locked)
  if (secrets === null) throw new CommandError('The passphrase is not the one of this export. Nothing was imported.')
  if (!isGenuine(manifest, secrets))
    throw new CommandError('The manifest of the export was changed. Nothing was imported.')
  return secrets
}
