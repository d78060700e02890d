import { createFileRoute } from '@tanstack/react-router'
import { mustOperate } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateTenantPage, currenciesQuery } from '../../features/installation/CreateTenantPage.tsx'

export const Route = createFileRoute('/_frame/installation/tenants/create')({
  beforeLoad: ({ context }) => mustOperate(context),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(currenciesQuery)
    return loadTexts('installation')
  },
  component: CreateTenantPage,
})
