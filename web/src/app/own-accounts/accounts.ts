import type { Me, OwnAccount } from '@trellis/contract/identity'

/** The accounts that the reader can change to at once. */
export const othersToUse = ({ accounts }: Me): OwnAccount[] =>
  accounts.filter(({ status, isInUse }) => status === 'user_active' && !isInUse)

/** The accounts whose offer waits for the reader's decision. */
export const offersOf = ({ accounts }: Me): OwnAccount[] => accounts.filter(({ status }) => status === 'user_pending')
