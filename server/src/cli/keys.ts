import { resignAnchor } from '../modules/audit/index.ts'
import { resealConnections } from '../modules/directories/index.ts'
import { rehashKeys, resealPages } from '../modules/licenses/index.ts'
import { resealMails } from '../modules/mail/index.ts'
import { resealSecondFactors } from '../modules/people/index.ts'
import { resealWebhooks } from '../modules/webhooks/index.ts'
import { transactionOn } from '../platform/database/session.ts'
import {
  fits,
  prepareFurther,
  resealInstallation,
  rotateSigningKey,
  withInstallation,
} from '../platform/installation.ts'
import { nameOfKey, openKeyed, openSecrets, type Secrets } from '../platform/secrets.ts'
import { openSigner, signingDelay } from '../platform/signing/signer.ts'
import { actAsTenant, listTenantIds } from './backup/tables.ts'
import { type Command, CommandError } from './command.ts'

export const keysList: Command = {
  name: 'keys list',
  positionals: [],
  summary: 'The public keys that leases are verified with, the one that signs first',
  options: {},
  async run({ out, config, database }) {
    const keys = await openSigner(await database(), openSecrets(config())).keys()
    for (const [place, { kid, x }] of keys.entries()) out.say(`${kid}  ${x}  ${place === 0 ? 'signs' : 'verifies'}`)
    out.answer({ keys })
    return true
  },
}

export const keysRotate: Command = {
  name: 'keys rotate',
  positionals: [],
  summary: 'A new key signs leases from a minute later on; those before go on verifying',
  options: {},
  async run({ out, config, database, migrated }) {
    const { primaries } = await database()
    const { url } = await migrated()
    const secrets = openSecrets(config())
    const kid = await rotateSigningKey(url, secrets)
    for (const { directUrl } of primaries.slice(1)) await prepareFurther(url, directUrl, secrets, config())
    out.say(`Key ${kid} signs in ${signingDelay} seconds, in every process, without a restart.`)
    out.answer({ kid })
    return true
  },
}

export const keysReseal: Command = {
  name: 'keys reseal',
  positionals: [],
  summary: 'Changes SECRET_KEY on purpose: what OLD_SECRET_KEY sealed is sealed with the new one',
  options: {},
  async run({ out, config, migrated }) {
    const { oldSecretKey, ...rest } = config()
    if (oldSecretKey === undefined) throw new CommandError('OLD_SECRET_KEY is missing: the key in use until now.')
    const [from, to] = [openSecrets({ ...rest, secretKey: oldSecretKey }), openSecrets(rest)]
    const further = config().databasePrimaries.map(({ url }) => url)
    const done: boolean[] = []
    for (const url of [(await migrated()).url, ...further]) done.push(await reseal(url, from, to, nameOfKey(rest)))
    const isDone = done.includes(true)
    out.say(
      isDone
        ? `All is sealed with ${nameOfKey(rest)}. Start the servers with it; everybody signs in again.`
        : `All is sealed with ${nameOfKey(rest)} already.`,
    )
    out.answer({ resealed: isDone })
    return true
  },
}

/** False when this primary is sealed with the new key already. */
const reseal = (url: string, from: Secrets, to: Secrets, name: string): Promise<boolean> =>
  withInstallation(url, async (client) => {
    if (await fits(client, to)) return false
    if (!(await fits(client, from)))
      throw new CommandError(`This database was sealed neither with OLD_SECRET_KEY nor with ${name}.`)
    const { rows } = await client.query<{ running: number }>(`
      select count(*)::int as running from pg_stat_activity
      where datname = current_database() and application_name like 'trellis listener %'`)
    if (rows[0]?.running) throw new CommandError(`Stop the servers first: ${rows[0].running} run with the old key.`)
    await resealInstallation(client, from, to)
    const tx = transactionOn(client, openKeyed(to))
    for (const tenantId of await listTenantIds(client)) {
      await actAsTenant(client, tenantId)
      await resealSecondFactors(tx, from, to)
      await resealMails(tx, from, to)
      await resealWebhooks(tx, from, to)
      await resealConnections(tx, from, to)
      await rehashKeys(tx)
      await resealPages(tx, from, to)
      await resignAnchor(tx, openKeyed(from))
    }
    return true
  })
