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

export interface PostOptions {
  /**
   * Of a mail that is one of many: how many the same work has posted before it. It gives way to mails with a lower place, so
   * that a thousand mails of one tenant do not keep the few of another waiting.
   */
  place?: number
}

/**
 * Leaves a mail behind in the caller's transaction: it goes out after the commit, or never existed. News of orders joins the
 * mail that already waits for its reader.
 */
export type Post = (tx: Tx, to: Recipient, letter: Letter, options?: PostOptions) => Promise<void>

export interface PostMeans {
  secrets: Secrets
  config: Pick<Config, 'publicUrl' | 'smtpUrl'>
  /** Seconds that a mail of news waits for more of it. */
  gathering?: number
}

export function openPost({ secrets, config, gathering = 15 }: PostMeans): Post {
  const key = mailSecret(secrets)
  const host = new URL(config.publicUrl).hostname
  // Without a server to send it there is nothing to wait for.
  const status = config.smtpUrl === undefined ? 'kept' : 'queued'
  const sealed = (letter: Letter) => seal(key, JSON.stringify(letter.values))

  /** Adds news to the mail that gathers it; false where there is none, or none that has room. */
  async function gathered(tx: Tx, digestKey: string, letter: Letter): Promise<boolean> {
    const open = await findGathering(tx, digestKey)
    if (open === undefined) return false
    const earlier = readable(() => letterOf(open, key))
    const both = earlier && joined(earlier, letter)
    if (both) await replaceLetter(tx, open.mailId, both.kind, sealed(both))
    else await closeGathering(tx, open.mailId)
    return both !== null
  }

  return async (tx, to, letter, { place } = {}) => {
    const digestKey = newsIn(letter) === null ? null : `orders ${to.email.toLowerCase()}`
    if (digestKey !== null && status === 'queued' && (await gathered(tx, digestKey, letter))) return
    const mailId = newId()
    const priority = priorityOf(letter, place)
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

/** Numbers the mails of one piece of work, for work that posts many. */
export function inBulk(post: Post): Post {
  let place = 0
  return (tx, to, letter) => post(tx, to, letter, { place: place++ })
}

/** Null when it was sealed with a key that is no longer there. */
function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
