import { createFileRoute } from '@tanstack/react-router'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { CreateDirectoryPage } from '../../features/settings/DirectoryPage.tsx'

export const Route = createFileRoute('/_frame/settings/directories/create')({
  beforeLoad: ({ context }) => mustAdminister(context),
  loader: () => loadTexts('settings', 'directories'),
  component: CreateDirectoryPage,
})
