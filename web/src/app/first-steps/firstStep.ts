import { useLocation } from '@tanstack/react-router'

/** The first steps on the first screen, whatever waits there. */
export const firstStepsHref = '/dashboard?steps=1'

/** The screen of a first step, which leads back to the steps when it has saved. */
export const asFirstStep = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}first=1`

/** Whether the screen was opened as one of the first steps. */
export const useIsFirstStep = (): boolean => useLocation({ select: ({ search }) => 'first' in search })
