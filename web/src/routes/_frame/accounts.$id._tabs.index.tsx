import { createFileRoute } from '@tanstack/react-router'
import { HistoryBlock } from '../../app/audit/HistoryBlock.tsx'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { accountList } from '../../features/accounts/lists.ts'
import { NetworkTab } from '../../features/accounts/NetworkTab.tsx'
import { Sections } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) =>
    prefetchList(context.queryClient, accountList, location, { parentAccountId: params.id }),
  component: Network,
})

function Network() {
  const { id } = Route.useParams()
  return (
    <Sections inOrder>
      <NetworkTab id={id} route={Route} />
      <HistoryBlock entity="account" entityId={id} />
    </Sections>
  )
}
