import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountUsers } from '../../features/people/members/AccountUsers.tsx'
import { userList } from '../../features/people/members/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/users/')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, userList, location, { parentAccountId: params.id })
    return loadTexts('users')
  },
  component: AccountUsers,
})
