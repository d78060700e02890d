import { createFileRoute } from '@tanstack/react-router'
import { mustOperate } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateTenantScreen, TenantScreen } from '../../features/installation/screens.ts'

/** No tenant has the code `create`: under it is the form of a new one. Another route would be in everybody's first load. */
export const Route = createFileRoute('/_frame/installation/tenants/$code')({
  beforeLoad: ({ context }) => mustOperate(context),
  loader: () => loadTexts('installation'),
  component: Tenant,
})

function Tenant() {
  const { code } = Route.useParams()
  return code === 'create' ? <CreateTenantScreen /> : <TenantScreen key={code} code={code} />
}
