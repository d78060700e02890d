import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '../../app/listUrl.ts'
import { openInstallation, TenantsScreen } from '../../features/installation/screens.ts'

export const Route = createFileRoute('/_frame/installation/tenants/')({
  validateSearch: listSearch,
  loader: ({ context }) => openInstallation(context),
  component: () => <TenantsScreen />,
})
