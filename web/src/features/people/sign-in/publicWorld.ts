import { createContext, use } from 'react'
import type { PublicPath } from '../../../app/places.ts'

export type MessageKind = 'success' | 'error'

/** State shared by the public screens: navigation, messages, and the typed e-mail. */
export interface PublicWorld {
  /** With `replace`, "back" does not return to the current screen. */
  go: (screen: PublicPath, options?: { replace?: boolean }) => void
  say: (kind: MessageKind, text: string) => void
  email: string
  setEmail: (email: string) => void
}

export const PublicWorldContext = createContext<PublicWorld | null>(null)

export function usePublicWorld(): PublicWorld {
  const world = use(PublicWorldContext)
  if (world === null) throw new Error('This screen stands outside of the public world')
  return world
}
