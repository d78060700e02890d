import { users } from '@trellis/contract/users'
import { listOf } from '../../../app/listUrl.ts'

/** The users of one account; the switch includes the accounts below. The name is one filter, not two. */
export const userList = listOf(users.search, {
  notOffered: ['firstName', 'lastName'],
  searchedBy: 'anything',
  rowField: 'userId',
  children: { onlyMine: true },
})
