import { createFileRoute } from '@tanstack/react-router'
import { leaveForPublicScreen } from '../app/guards.ts'

/** Rendered by `-PublicApp.tsx`, with or without a session. */
export const Route = createFileRoute('/auth/email')({ beforeLoad: leaveForPublicScreen })
