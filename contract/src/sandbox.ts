import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ById, Id, Instant } from './values.ts'

/** Mails of a page. */
export const mailsOnPage = 50

/** A mail that stays in its sandbox, as its reader would have it. */
export const KeptMail = z.object({
  mailId: Id,
  /** The address without a name. */
  to: z.string(),
  /** Of the mail; its kind once it is older than a week. */
  subject: z.string(),
  creationDate: Instant,
  /** Empty once it is older than a week. */
  text: z.string(),
})
export type KeptMail = z.output<typeof KeptMail>

export const WholeMail = z.extend(KeptMail, {
  /** Of the mail; its kind once it is older than a week. */
  subject: z.string(),
  /** The mail as mail programs show it. */
  html: z.string(),
  headers: z.record(z.string(), z.string()),
})
export type WholeMail = z.output<typeof WholeMail>

export const KeptMails = z.object({
  /** The newest first. */
  items: z.array(KeptMail),
  /** What `before` asks for the next page with; null after the oldest. */
  next: z.nullable(Id),
})

/** Dates of a sandbox whose clock can be moved: business time is machine time and what it was moved by. */
export const SandboxClock = z.object({
  /** Business time now. It goes on running. */
  date: Instant,
  /** Machine time now: that of tokens, API keys, devices, deliveries and mails. */
  machineDate: Instant,
  /** As far as it may be moved now. */
  latestDate: Instant,
})
export type SandboxClock = z.output<typeof SandboxClock>

export const sandbox = {
  clock: endpoint({
    method: 'GET',
    path: '/sandbox/clock',
    summary: 'The business time of a sandbox; another tenant has none of its own (RQ404)',
    permission: 'session',
    onlyPeople: true,
    answer: SandboxClock,
    refusals: ['RQ403', 'RQ404'],
  }),
  moveClock: endpoint({
    method: 'PUT',
    path: '/sandbox/clock',
    summary:
      'Moves the business time of a sandbox forward, and does what is due by then; back only by a reset of the sandbox',
    permission: 'session',
    onlyPeople: true,
    body: z.strictObject({
      /** After business time now, and at most two years after machine time. */
      date: Instant,
    }),
    answer: SandboxClock,
    refusals: ['RQ403', 'RQ404'],
  }),
  mails: endpoint({
    method: 'GET',
    path: '/sandbox/mails',
    summary: 'The mails of a sandbox, which never leave it, the newest first; another tenant has none (RQ404)',
    permission: 'session',
    query: z.strictObject({
      /** Of this reader alone. */
      to: z.optional(z.string().check(z.maxLength(255))),
      before: z.optional(Id),
    }),
    answer: KeptMails,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
  mail: endpoint({
    method: 'GET',
    path: '/sandbox/mails/:id',
    summary: 'A mail of a sandbox with its HTML and its headers',
    permission: 'session',
    params: ById,
    answer: WholeMail,
    refusals: ['RQ403', 'RQ404'],
    onlyPeople: true,
  }),
}
