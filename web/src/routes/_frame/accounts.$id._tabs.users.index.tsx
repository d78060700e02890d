import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountUsers } from '../../features/people/members/AccountUsers.tsx'
import { userList } from '../../features/people/members/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/users/')({
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params }) => {
    prefetchList(context.queryClient, userList, deps, { parentAccountId: params.id })
    return loadTexts('users')
  },
  component: AccountUsers,
})
