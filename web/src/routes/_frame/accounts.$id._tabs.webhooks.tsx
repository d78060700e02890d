import { createFileRoute } from '@tanstack/react-router'
import type { User } from '@trellis/contract/identity'
import { hasPermission } from '@trellis/contract/permissions'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { meQuery } from '../../app/me.ts'
import { prefetchList } from '../../app/useList.ts'
import { webhookList } from '../../features/webhooks/lists.ts'
import { WebhooksTab } from '../../features/webhooks/WebhooksTab.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/webhooks')({
  validateSearch: listSearch,
  loader: ({ context: { queryClient }, location, params }) => {
    // Most readers of an account may not read its webhooks: they are told so, and nothing is asked.
    const begin = ({ permissions }: User) => {
      if (hasPermission(permissions, 'Users', 'c'))
        prefetchList(queryClient, webhookList, location, { parentAccountId: params.id })
    }
    // The frame says why nobody is known.
    queryClient.ensureQueryData(meQuery).then(begin, () => undefined)
    return loadTexts('webhooks')
  },
  component: WebhooksTab,
})
