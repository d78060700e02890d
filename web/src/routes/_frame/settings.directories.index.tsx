import { createFileRoute } from '@tanstack/react-router'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { DirectoriesPage } from '../../features/settings/DirectoriesPage.tsx'

export const Route = createFileRoute('/_frame/settings/directories/')({
  beforeLoad: ({ context }) => mustAdminister(context),
  // Fetches nothing ahead: these calls would be in what every screen loads first.
  loader: () => loadTexts('settings', 'directories'),
  component: DirectoriesPage,
})
