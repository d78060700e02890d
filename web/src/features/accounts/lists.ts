import { accounts } from '@trellis/contract/accounts'
import { listOf } from '../../app/listUrl.ts'

/** The accounts directly below one account; the switch includes all levels. */
export const accountList = listOf(accounts.search, {
  searchedBy: 'anything',
  rowField: 'accountId',
  children: { onlyMine: true },
})
