import { createFileRoute } from '@tanstack/react-router'
import { ComingTab } from '../../features/accounts/ComingTab.tsx'

export const Route = createFileRoute('/_frame/accounts/$id/_tabs/files')({
  component: () => <ComingTab what="files" />,
})
