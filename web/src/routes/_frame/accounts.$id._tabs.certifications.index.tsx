import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { AccountCertifications } from '../../features/certifications/AccountCertifications.tsx'
import { userCertificateList } from '../../features/certifications/lists.ts'
import { accountCertificatesQuery } from '../../features/certifications/queries.ts'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/certifications/')({
  validateSearch: listSearch,
  loader: ({ context, location, params }) => {
    prefetchList(context.queryClient, userCertificateList, location, { parentAccountId: params.id })
    void context.queryClient.prefetchQuery(accountCertificatesQuery(params.id))
    return loadTexts('certifications')
  },
  component: AccountCertifications,
})
