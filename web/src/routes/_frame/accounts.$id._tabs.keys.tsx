import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { KeysTab } from '../../features/api-keys/KeysTab.tsx'
import { apiKeyList } from '../../features/api-keys/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/keys')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, apiKeyList, location, { parentAccountId: params.id })
    return loadTexts('apiKeys', 'profile')
  },
  component: KeysTab,
})
