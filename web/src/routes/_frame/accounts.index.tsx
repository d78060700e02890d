import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { meQuery, useMe } from '../../app/me.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountPage } from '../../features/accounts/AccountPage.tsx'
import { accountList } from '../../features/accounts/lists.ts'
import { NetworkTab } from '../../features/accounts/NetworkTab.tsx'
import { accountQuery } from '../../features/accounts/queries.ts'

/** Without an id, shows the user's own account. */
export const Route = createFileRoute('/_frame/accounts/')({
  validateSearch: listSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const { account } = await queryClient.ensureQueryData(meQuery)
    void queryClient.prefetchQuery(accountQuery(account.accountId))
    prefetchList(queryClient, accountList, location, { parentAccountId: account.accountId })
    await loadTexts('accounts')
  },
  component: OwnNetwork,
})

function OwnNetwork() {
  const { account } = useMe()
  return (
    <AccountPage id={account.accountId}>
      <NetworkTab id={account.accountId} route={Route} />
    </AccountPage>
  )
}
