import { createFileRoute, Outlet } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { accountQuery } from '../../features/accounts/queries.ts'

/** The layout of all tabs of an account: its header and the tab links. */
export const Route = createFileRoute('/_frame/accounts/$id/_tabs')({
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(accountQuery(params.id))
    return loadTexts('accounts')
  },
  component: Tabs,
})

function Tabs() {
  const { id } = Route.useParams()
  return (
    <AccountPage key={id} id={id}>
      <Outlet />
    </AccountPage>
  )
}
