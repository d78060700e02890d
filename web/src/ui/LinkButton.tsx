import type { ReactNode } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { Button, type ButtonProps } from './Button.tsx'
import { InternalLink } from './link.tsx'

interface LinkButtonProps extends ButtonProps {
  href: string
  children: ReactNode
  /** Reason why the link cannot be followed now; null or absent when it can. */
  blocked?: string | null | undefined
}

/** A button that is a link to a screen. When blocked it stays visible and shows the reason. */
export const LinkButton = ({ href, children, blocked, ...button }: LinkButtonProps) =>
  blocked ? (
    <ActionButton {...button} blocked={blocked} onClick={() => undefined}>
      {children}
    </ActionButton>
  ) : (
    <Button {...button} renderRoot={(root) => <InternalLink {...root} href={href} />}>
      {children}
    </Button>
  )
