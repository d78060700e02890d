/** Why a sign-in by a directory came to nothing, in `info.reason` of A405. Apart from the calls, for screens without their schemas. */
export const directoryProblems = [
  /** There is no such connection, or it is switched off; the attempt is over; the directory refused; it or its answer is no good. */
  ...(['unknown', 'expired', 'denied', 'unreachable', 'answer'] as const),
  ...([
    'unverified',
    'domain',
    'hosted_domain',
    'no_account',
    'no_role',
    'not_invited',
    'suspended',
    'removed',
  ] as const),
  /** The address belongs to a user who has to prove once that they are the same person; passwords do not sign in this one. */
  ...(['prove', 'only_directory'] as const),
  /** For a sign-in that was to be made again: somebody else signed in, or the directory did not ask anew. */
  ...(['other_person', 'not_fresh'] as const),
] as const
export type DirectoryProblem = (typeof directoryProblems)[number]
