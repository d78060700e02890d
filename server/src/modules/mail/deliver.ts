import type { Logger } from 'pino'
import * as z from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Context, Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { isAddress } from '../../platform/mail/message.ts'
import { openSmtp, type Patience, SmtpFailure } from '../../platform/mail/smtp.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { jobInEachTenant, jobInPieces } from '../tenants/index.ts'
import { type BrandMeans, findBrand } from './brand.ts'
import { compose, letterOf, mailSecret } from './compose.ts'
import * as queries from './queries.ts'
import { sendBulkTask, sendTask } from './tasks.ts'

export interface MailMeans {
  db: Database
  secrets: Secrets
  config: Pick<Config, 'environment' | 'smtpUrl'> & BrandMeans
  logger: Logger
  /** Overrides for tests, which need shorter times. */
  schedule?: Partial<Schedule>
  patience?: Partial<Patience>
}

const minute = 60
const hour = 60 * minute

/** All times in seconds. */
export const schedule = {
  /** Delay before each retry; the mail fails after the last one. Two days in total. */
  delays: [15, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, 24 * hour],
  /** No mail is sent for this long after the server was unreachable. */
  pause: 20,
  /**
   * While the server is unreachable, bulk mails are postponed by up to this many pauses, so that they do not keep the
   * queue busy. Nobody waits for them.
   */
  bulkPauses: 15,
  /** A try that has not finished after this time was interrupted. */
  lease: 2 * minute,
}
export type Schedule = typeof schedule

const Payload = z.object({ tenantId: z.uuid(), mailId: z.uuid() })

/** The jobs that send mails, requeue mails whose job was lost, and delete old content. */
export function mailJobs({ db, secrets, config, logger, ...given }: MailMeans): Job[] {
  const times = { ...schedule, ...given.schedule }
  const key = mailSecret(secrets)
  const forget = config.environment === 'production'
  const smtp =
    config.smtpUrl === undefined
      ? null
      : openSmtp(config.smtpUrl, { hostname: new URL(config.publicUrl).hostname, patience: given.patience ?? {} })
  let awayUntil = 0
  /** Connection failures since the last success. */
  let failures = 0

  async function send(payload: unknown, pauses: (failures: number) => number): Promise<void> {
    const { tenantId, mailId } = Payload.parse(payload)
    const as: Context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.write(as, work)
    if (smtp === null) return void (await inTenant((tx) => queries.keepMail(tx, mailId)))

    const away = (awayUntil - performance.now()) / 1000
    if (away > 0)
      return void (await inTenant((tx) => queries.postponeMail(tx, mailId, away + times.pause * pauses(failures))))

    const mail = await inTenant((tx) => queries.claimMail(tx, mailId, times.lease))
    if (mail === undefined) return
    // It leaves a sandbox for its administrators alone.
    if (mail.isSandbox) return void (await inTenant((tx) => queries.keepMail(tx, mailId)))
    const about = { tenantId, mailId, kind: mail.kind, tries: mail.tries }
    const fail = async (reason: string) => {
      await inTenant((tx) => queries.failMail(tx, mailId, reason, forget))
      logger.error({ ...about, reason }, 'a mail could not be delivered')
    }

    if (mail.isExpired) return fail('expired')
    if (!isAddress(mail.recipient)) return fail('not an address')
    try {
      const brand = await findBrand(db.read(as), config)
      const letter = letterOf(mail, key)
      if (letter === null) return await fail('nothing to say')
      await smtp.send(await compose(mail, letter, brand))
      failures = 0
    } catch (error) {
      const failure = error instanceof SmtpFailure ? error : new SmtpFailure('later', 'could not be written')
      if (failure.kind === 'away') {
        awayUntil = performance.now() + times.pause * 1000
        failures += 1
      }
      const delay = times.delays[mail.tries - 1]
      if (failure.kind === 'refused' || delay === undefined) return fail(failure.message)
      await inTenant((tx) => queries.retryMail(tx, mailId, failure.message, delay))
      return logger.warn({ ...about, reason: failure.message, again: delay }, 'a mail could not be sent yet')
    }
    await inTenant((tx) => queries.markSent(tx, mailId, forget))
  }

  return [
    { name: sendTask, lane: 'prompt', run: (payload) => send(payload, () => 0) },
    {
      name: sendBulkTask,
      lane: 'bulk',
      run: (payload) => send(payload, (failed) => Math.min(failed, times.bulkPauses)),
    },
    jobInEachTenant(db, { name: 'mail:rescue', cron: '* * * * *', work: queries.rescueMails }),
    jobInPieces(db, { name: 'mail:sweep', cron: '27 3 * * *', size: 5000, piece: queries.forgetMails }),
  ]
}
