import * as z from 'zod/mini'
import { OfferedConnection, Returned } from './directories.ts'
import { endpoint } from './endpoint.ts'

/** How the caller signs in, and by what they can prove anew that it is they. */
export const ProofWays = z.object({
  /** They have a password, whether or not it signs in. */
  hasPassword: z.boolean(),
  /** They have a second factor: a code of the authenticator app, or a backup code. */
  hasCode: z.boolean(),
  /** They have a passkey that works at this host name. */
  hasPasskey: z.boolean(),
  /** The directory that they sign in by, where they can sign in again. */
  connection: z.nullable(OfferedConnection),
  /** The directory is the only way in: neither a password nor a passkey signs in, and the address stays one of the directory. */
  onlyByDirectory: z.boolean(),
})
export type ProofWays = z.output<typeof ProofWays>

export const proofs = {
  ways: endpoint({
    method: 'GET',
    path: '/auth/proofs',
    summary: 'How the caller signs in, and by what they can prove anew that it is they',
    permission: 'session',
    answer: ProofWays,
    onlyPeople: true,
    withoutFactor: true,
  }),
  beginDirectory: endpoint({
    method: 'POST',
    path: '/auth/proofs/directory',
    summary: 'Begin to sign in at the own directory again, which has to ask who it is; the session stays',
    permission: 'session',
    answer: z.object({ url: z.string() }),
    refusals: ['RQ404', 'RQ503'],
    onlyPeople: true,
  }),
  endDirectory: endpoint({
    method: 'POST',
    path: '/auth/proofs/directory/verify',
    summary:
      'The token of a sign-in that was made again, good once and for five minutes; `info.reason` of A405 says why not',
    permission: 'session',
    body: z.strictObject(Returned),
    answer: z.object({ directory: z.string() }),
    refusals: ['A405', 'RQ429'],
    onlyPeople: true,
  }),
}
