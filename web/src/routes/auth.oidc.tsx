import { createFileRoute } from '@tanstack/react-router'
import { leaveForPublicScreen } from '../app/guards.ts'

/** Rendered by `-PublicApp.tsx`, with or without a session: directories lead back to it. */
export const Route = createFileRoute('/auth/oidc')({ beforeLoad: leaveForPublicScreen })
