import { createFileRoute } from '@tanstack/react-router'
import { leaveForPublicScreen } from '../app/guards.ts'

/** The public page of a key. Rendered by `-PublicApp.tsx`, with or without a session. */
export const Route = createFileRoute('/key/$code')({ beforeLoad: leaveForPublicScreen })
