import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../app/me.ts'
import { useList } from '../../../app/useList.ts'
import { userList } from './lists.ts'
import { NoUsers, UsersTable } from './UsersTable.tsx'

const Route = getRouteApi('/_frame/profile/account')

/** The users of the reader's own company. */
export function CompanyUsers() {
  return useCan('Users', 'r') ? <OwnUsers /> : <NoUsers />
}

function OwnUsers() {
  return <UsersTable list={useList(userList, Route)} createHref="/profile/create-user" />
}
