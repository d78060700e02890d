import { createFileRoute } from '@tanstack/react-router'
import { mustOperate } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { listSearch } from '../../app/listUrl.ts'
import { TenantsScreen } from '../../features/installation/screens.ts'

export const Route = createFileRoute('/_frame/installation/tenants/')({
  validateSearch: listSearch,
  beforeLoad: ({ context }) => mustOperate(context),
  loader: () => loadTexts('installation'),
  component: () => <TenantsScreen />,
})
