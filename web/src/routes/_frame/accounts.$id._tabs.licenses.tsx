import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountLicenses } from '../../features/licenses/AccountLicenses.tsx'
import { licenseList } from '../../features/licenses/lists.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/licenses')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, licenseList, location, { parentAccountId: params.id })
    return loadTexts('licenses')
  },
  component: AccountLicenses,
})
