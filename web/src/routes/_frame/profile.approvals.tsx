import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mustHold } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { rulesQuery } from '../../features/approvals/queries.ts'
import { RulesPage } from '../../features/approvals/RulesPage.tsx'
import { ProfileTabs } from '../../features/people/profile/ProfileTabs.tsx'

export const Route = createFileRoute('/_frame/profile/approvals')({
  beforeLoad: ({ context }) => mustHold(context, 'Orders', 'u', '/profile'),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(rulesQuery)
    return loadTexts('approvals')
  },
  component: Rules,
})

function Rules() {
  const { t } = useTranslation()
  return <RulesPage title={t('ownProfile.title')} tabs={<ProfileTabs />} />
}
