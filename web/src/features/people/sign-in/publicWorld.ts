import { createContext, use } from 'react'
import type { PublicPath } from '../../../app/places.ts'

export type MessageKind = 'success' | 'error'

/** What the public screens share: where to go, what is said on top of them, and the e-mail that somebody typed once. */
export interface PublicWorld {
  /** With `replace`, the way back does not lead to the screen one came from. */
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
