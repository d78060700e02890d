import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { accounts } from '@trellis/contract/accounts'
import { useCan } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { useList } from '../../../app/useList.ts'
import { CreateUserPage } from './CreateUserPage.tsx'
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

/** The screen /accounts/{id}/users/create. */
export function CreateAccountUserPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(accounts.read, { params: { id } }))
  return (
    <CreateUserPage
      parent={data}
      parentError={data === undefined ? error : null}
      retry={() => void refetch()}
      back={`/accounts/${id}/users`}
    />
  )
}
