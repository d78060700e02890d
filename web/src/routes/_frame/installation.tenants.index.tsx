import { createFileRoute } from '@tanstack/react-router'
import { mustOperate } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { prefetchList } from '../../app/useList.ts'
import { tenantList } from '../../features/installation/lists.ts'
import { TenantsPage } from '../../features/installation/TenantsPage.tsx'

export const Route = createFileRoute('/_frame/installation/tenants/')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustOperate(context),
  loader: ({ context, location }) => {
    prefetchList(context.queryClient, tenantList, location)
    return loadTexts('installation')
  },
  component: TenantsPage,
})
