import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { EnvironmentsTab } from '../../features/environments/EnvironmentsTab.tsx'
import { environmentList } from '../../features/environments/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/environments')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, environmentList, location, { parentAccountId: params.id })
    return loadTexts('environments')
  },
  component: EnvironmentsTab,
})
