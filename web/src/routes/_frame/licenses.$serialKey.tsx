import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '../../app/i18n.ts'
import { LicensePage } from '../../features/licenses/LicensePage.tsx'

export const Route = createFileRoute('/_frame/licenses/$serialKey')({
  loader: () => loadTexts('licenses', 'productForm'),
  component: LicensePage,
})
