import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { CompanyPage } from '../../features/accounts/CompanyPage.tsx'
import { CompanyUsers } from '../../features/people/members/CompanyUsers.tsx'
import { userList } from '../../features/people/members/lists.ts'
import { ProfileTabs } from '../../features/people/profile/ProfileTabs.tsx'

export const Route = createFileRoute('/_frame/profile/account')({
  validateSearch: listSearch,
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, userList, location)
    return loadTexts('accounts', 'users')
  },
  component: Company,
})

function Company() {
  const { t } = useTranslation()
  return <CompanyPage title={t('ownProfile.title')} tabs={<ProfileTabs />} users={<CompanyUsers />} />
}
