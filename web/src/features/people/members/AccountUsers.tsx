import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../app/me.ts'
import { useList } from '../../../app/useList.ts'
import { userList } from './lists.ts'
import { NoUsers, UsersTable } from './UsersTable.tsx'

const Route = getRouteApi('/_frame/accounts/$id/_tabs/users/')

/** The tab /accounts/{id}/users. */
export function AccountUsers() {
  return useCan('Users', 'r') ? <People /> : <NoUsers />
}

function People() {
  const { id } = Route.useParams()
  return (
    <UsersTable
      list={useList(userList, Route, { parentAccountId: id })}
      createHref={`/accounts/${id}/users/create`}
      account={id}
    />
  )
}
