import type { Config } from '../../platform/config.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { type Secrets, seal } from '../../platform/secrets.ts'
import { letterOf, mailSecret } from './compose.ts'
import { joined, newsIn } from './digest.ts'
import { type Letter, priorityOf, type Recipient, usefulFor } from './letters.ts'
import { closeGathering, findGathering, replaceLetter } from './queries.ts'
import { enqueueMail } from './tasks.ts'

export interface MailOptions {
  /**
   * For bulk mail: how many mails the same work has posted before this one. Mails with a lower number are sent first, so
   * that a thousand mails of one tenant do not delay the few of another.
   */
  numberInBatch?: number
}

/**
 * Queues a mail in the caller's transaction: it is sent after the commit, and not at all after a rollback. News of orders
 * is added to the recipient's queued mail, if there is one.
 */
export type Mailer = (tx: Tx, to: Recipient, letter: Letter, options?: MailOptions) => Promise<void>

export interface MailerMeans {
  secrets: Secrets
  config: Pick<Config, 'publicUrl' | 'smtpUrl'>
  /** Seconds that a mail with news waits, so that more news can be added. */
  gathering?: number
}

export function openMailer({ secrets, config, gathering = 15 }: MailerMeans): Mailer {
  const key = mailSecret(secrets)
  const host = new URL(config.publicUrl).hostname
  // Without a mail server the mail is only kept, not queued.
  const status = config.smtpUrl === undefined ? 'kept' : 'queued'
  const sealed = (letter: Letter) => seal(key, JSON.stringify(letter.values))

  /** Adds news to the queued mail of the same recipient. False when there is none, or when it is full. */
  async function gathered(tx: Tx, digestKey: string, letter: Letter): Promise<boolean> {
    const open = await findGathering(tx, digestKey)
    if (open === undefined) return false
    const earlier = readable(() => letterOf(open, key))
    const both = earlier && joined(earlier, letter)
    // Who gets news as a user as well reads it as one.
    if (both && earlier.values.toAccount !== undefined && letter.values.toAccount !== undefined)
      both.values.toAccount = letter.values.toAccount
    if (both) await replaceLetter(tx, open.mailId, both.kind, sealed(both))
    else await closeGathering(tx, open.mailId)
    return both !== null
  }

  return async (tx, to, given, { numberInBatch } = {}) => {
    const letter = to.isAccount ? ({ ...given, values: { ...given.values, toAccount: to.name } } as Letter) : given
    const digestKey = newsIn(letter) === null ? null : `orders ${to.email.toLowerCase()}`
    if (digestKey !== null && status === 'queued' && (await gathered(tx, digestKey, letter))) return
    const mailId = newId()
    const priority = priorityOf(letter, numberInBatch)
    const wait = sql`make_interval(secs => ${digestKey === null ? 0 : gathering}::float8)`
    await tx.run(sql`
      insert into mails (mail_id, kind, recipient, recipient_name, language_code, content_sealed, message_id, status,
                         expires_at, priority, digest_key, next_try_at)
      values (${mailId}, ${letter.kind}, ${to.email}, ${to.name}, ${to.languageCode}, ${sealed(letter)},
              ${`<${mailId}@${host}>`}, ${status}, now() + make_interval(mins => ${usefulFor(letter)}::int), ${priority},
              ${digestKey}, now() + ${wait})`)
    if (status === 'queued') await tx.run(enqueueMail(mailId, priority, sql`now() + ${wait}`))
  }
}

/** Numbers the mails that one piece of work posts (`numberInBatch`), for work that posts many. */
export function inBulk(mailer: Mailer): Mailer {
  let numberInBatch = 0
  return (tx, to, letter) => mailer(tx, to, letter, { numberInBatch: numberInBatch++ })
}

/** Null when it was encrypted with a key that no longer exists. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
