import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PasskeyProof } from './passkeys.ts'
import { maximumPasswordLength } from './passwords.ts'
import { Email, Instant, text } from './values.ts'

/** Days in which the former address can be taken back. */
export const undoDays = 7

const { code, passkey, directory } = PasskeyProof.shape

/** With one of the proofs, by `currentPassword` or as a new passkey asks for. */
export const EmailChange = z.strictObject({
  email: Email,
  currentPassword: z.optional(z.nullable(z.string().check(z.maxLength(maximumPasswordLength)))),
  code,
  passkey,
  directory,
})

/** A new address that waits for its proof. */
export const WaitingEmail = z.object({ email: z.string(), creationDate: Instant, expirationDate: Instant })

const ByToken = z.strictObject({ token: text(500) })

export const emailChanges = {
  read: endpoint({
    method: 'GET',
    path: '/auth/email',
    summary: 'The own e-mail address, and the one that waits for its proof',
    permission: 'session',
    answer: z.object({ email: z.string(), waiting: z.nullable(WaitingEmail) }),
    onlyPeople: true,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/auth/email',
    summary:
      'Ask for another e-mail address: a link is mailed to it, and nothing changes before it is used (RQ403, `info.reason` is `only_directory`: the directory alone signs in, and does not at this one)',
    permission: 'session',
    body: EmailChange,
    refusals: ['RQ403', 'RQ429'],
    onlyPeople: true,
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/auth/email',
    summary: 'Withdraw what was asked for; its link works no more',
    permission: 'session',
    onlyPeople: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/email/confirm',
    summary:
      'Prove the new address with the token of its link; the former address is told and can be taken back for a week',
    permission: 'public',
    body: ByToken,
    answer: z.object({ email: z.string() }),
    refusals: ['RQ403', 'RQ404', 'US409', 'RQ429'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/auth/email/undo',
    summary:
      'Take the former address back with the token of its link; ends every session and mails a link for a new password',
    permission: 'public',
    body: ByToken,
    answer: z.object({ email: z.string() }),
    refusals: ['RQ404', 'US409', 'RQ429'],
  }),
}
