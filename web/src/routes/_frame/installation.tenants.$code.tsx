import { createFileRoute } from '@tanstack/react-router'
import { installation } from '@trellis/contract/installation'
import { mustOperate } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { queryOf } from '../../app/queries.ts'
import { TenantPage } from '../../features/installation/TenantPage.tsx'

export const Route = createFileRoute('/_frame/installation/tenants/$code')({
  beforeLoad: ({ context }) => mustOperate(context),
  loader: ({ context, params }) => {
    void context.queryClient.prefetchQuery(queryOf(installation.read, { params }))
    return loadTexts('installation')
  },
  component: Tenant,
})

function Tenant() {
  const { code } = Route.useParams()
  return <TenantPage key={code} code={code} />
}
