import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountLicenses } from '../../features/licenses/AccountLicenses.tsx'
import { licenseList } from '../../features/licenses/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/licenses')({
  validateSearch: listSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params }) => {
    prefetchList(context.queryClient, licenseList, deps, { parentAccountId: params.id })
    return loadTexts('licenses')
  },
  component: AccountLicenses,
})
