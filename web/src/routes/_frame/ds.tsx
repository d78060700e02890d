import { createFileRoute } from '@tanstack/react-router'
import { notInProduction } from '../../app/guards.ts'
import { loadTexts } from '../../app/i18n.ts'
import { DesignSystemPage } from '../../features/ds/DesignSystemPage.tsx'

export const Route = createFileRoute('/_frame/ds')({
  beforeLoad: notInProduction,
  loader: () => loadTexts('later'),
  component: DesignSystemPage,
})
