import { setTimeout as sleep } from 'node:timers/promises'
import { type Mailbox, startSmtp } from '../../../server/src/testing/smtp.ts'
import { openStage, type Stage } from '../stage.ts'
import { type Fault, onStage, times } from './fault.ts'

/**
 * Long enough for the retries: the first ones come after 15 s and 1 min, and mails pause for 20 s when the
 * server is down.
 */
const patienceMilliseconds = 240_000

async function resetLinks(stage: Stage, count: number): Promise<number> {
  const headers = { 'x-tenant-code': stage.tenantCode, 'content-type': 'application/json' }
  const people = Object.values(stage.people).filter(({ email }) => email.endsWith('.example'))
  let longest = 0
  for (let sent = 0; sent < count; sent++) {
    const begun = performance.now()
    await fetch(`${stage.servers[0]?.url}/api/v1/auth/password/reset/request`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: people[sent % people.length]?.email }),
    })
    longest = Math.max(longest, performance.now() - begun)
  }
  return longest
}

interface Counted {
  lost: number
  twice: number
  waiting: number
}

/** Compares the queued mails with those the mail server received, by Message-ID. */
async function count(stage: Stage, mailbox: Mailbox): Promise<Counted> {
  const mails = await stage.sql<{ id: string; status: string }>(`select message_id as id, status from mails`)
  const taken = new Map<string, number>()
  for (const { headers } of mailbox.received) {
    const id = headers['Message-ID'] ?? ''
    taken.set(id, (taken.get(id) ?? 0) + 1)
  }
  const isTaken = (id: string) => [...taken.keys()].some((one) => one.includes(id.replace(/[<>]/g, '')))
  return {
    lost: mails.filter(({ id, status }) => status === 'sent' && !isTaken(id)).length,
    twice: [...taken.values()].filter((times) => times > 1).length,
    waiting: mails.filter(({ status }) => status !== 'sent').length,
  }
}

/** Waits until all queued mails, at least `atLeast` of them, are sent, or until the timeout. */
async function untilSent(stage: Stage, mailbox: Mailbox, atLeast: number): Promise<Counted> {
  const end = performance.now() + patienceMilliseconds
  for (;;) {
    const counted = await count(stage, mailbox)
    const isSent = counted.waiting === 0 && mailbox.received.length >= atLeast
    if (isSent || performance.now() > end) return counted
    await sleep(1_000)
  }
}

/** A port on which nothing listens until it is opened. */
async function closedMailbox(): Promise<number> {
  const mailbox = await startSmtp()
  await mailbox.close()
  return mailbox.port
}

export const mailDown: Fault = {
  name: 'mail-down',
  what: 'the mail server is away while reset links are asked for, comes back, refuses some and cuts some off',
  async run(extent) {
    const port = await closedMailbox()
    return onStage(
      openStage,
      { env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'portal@verdant.example' } },
      async (stage) => {
        const wanted = times(extent, [5, 10, 10])
        const longest = await resetLinks(stage, wanted)
        await sleep(3_000)
        const mailbox = await startSmtp({ port })
        try {
          mailbox.misbehave('busy', { message: 451 })
          const counted = await untilSent(stage, mailbox, 1)
          return {
            figures: [
              `${mailbox.received.length} mails taken, ${counted.waiting} still waiting`,
              `longest call that posts a mail, without a mail server: ${Math.round(longest)} ms`,
            ],
            faults: [
              mailbox.received.length === 0 && 'no mail was delivered',
              counted.lost > 0 && `${counted.lost} mails are marked as sent and were never taken`,
              counted.twice > 0 && `${counted.twice} mails were taken twice`,
              counted.waiting > 0 && `${counted.waiting} mails still wait`,
              stage.deaths() > 0 && 'a server process ended by itself',
            ].filter((fault) => typeof fault === 'string'),
          }
        } finally {
          await mailbox.close()
        }
      },
    )
  },
  async control() {
    const mailbox = await startSmtp()
    try {
      return await onStage(
        openStage,
        { servers: 1, env: { SMTP_URL: mailbox.url, MAIL_FROM: 'portal@verdant.example' } },
        async (stage) => {
          await resetLinks(stage, 2)
          await untilSent(stage, mailbox, 1)
          const [first] = mailbox.received
          if (first) mailbox.received.push(first)
          const { twice } = await count(stage, mailbox)
          mailbox.received.splice(0)
          const { lost } = await count(stage, mailbox)
          return {
            what: 'a mail is counted twice, then all are taken away',
            found: [twice > 0 && 'a doubled mail', lost > 0 && 'lost mails'].filter((x) => typeof x === 'string'),
          }
        },
      )
    } finally {
      await mailbox.close()
    }
  },
}
