import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { CreateLicensePage } from '../../features/licenses/CreateLicensePage.tsx'

export const Route = createFileRoute('/_frame/licenses/create')({
  loader: () => loadTexts('licenses'),
  component: CreateLicensePage,
})
