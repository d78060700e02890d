import { createFileRoute } from '@tanstack/react-router'
import { notInProduction } from '../../app/guards.ts'
import { DesignSystemPage } from '../../features/ds/DesignSystemPage.tsx'

export const Route = createFileRoute('/_frame/ds')({
  beforeLoad: notInProduction,
  component: DesignSystemPage,
})
