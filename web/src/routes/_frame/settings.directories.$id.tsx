import { createFileRoute } from '@tanstack/react-router'
import { mustAdminister } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { DirectoryPage } from '../../features/settings/DirectoryPage.tsx'
import type { Tested } from '../../features/settings/DirectoryTest.tsx'

const returned = ['state', 'code', 'iss', 'error'] as const

export const Route = createFileRoute('/_frame/settings/directories/$id')({
  // A test comes back here with what the directory said.
  validateSearch: (search: Record<string, unknown>): Tested =>
    Object.fromEntries(returned.flatMap((name) => (search[name] === undefined ? [] : [[name, String(search[name])]]))),
  beforeLoad: ({ context }) => mustAdminister(context),
  // Fetches nothing ahead: these calls would be in what every screen loads first.
  loader: () => loadTexts('settings', 'directories', 'later'),
  component: Directory,
})

function Directory() {
  const { id } = Route.useParams()
  return <DirectoryPage key={id} connectionId={id} tested={Route.useSearch()} />
}
