import type { HTMLAttributes } from 'react'

/** Text for those who listen to the screen. */
export const VisuallyHidden = (given: HTMLAttributes<HTMLSpanElement>) => (
  <span {...given} className="visually-hidden" />
)
