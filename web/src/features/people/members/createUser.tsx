import { useQuery } from '@tanstack/react-query'
import { accounts } from '@trellis/contract/accounts'
import { useMe } from '../../../app/me.ts'
import { queryOf } from '../../../app/queries.ts'
import { CreateUserPage } from './CreateUserPage.tsx'

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

/** The screen /profile/create-user. */
export function CreateCompanyUserPage() {
  const { account } = useMe()
  return <CreateUserPage parent={account} back="/profile/account" />
}
