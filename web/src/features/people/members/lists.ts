import { users } from '@trellis/contract/users'
import { listOf } from '../../../app/listUrl.ts'

/** The users of one account; the switch includes the accounts below. */
export const userList = listOf(users.search, {
  sort: { field: 'name', direction: 'asc' },
  filters: { name: 'text', email: 'text', status: 'text', accountName: 'text' },
  children: { onlyMine: true },
})
