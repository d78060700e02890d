import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { InternalLink } from './link.tsx'
import { Tooltip } from './Tooltip.tsx'

interface LinkButtonProps extends ButtonProps {
  href: string
  children: ReactNode
  /** Reason why the link cannot be followed now; null or absent when it can. */
  blocked?: string | null | undefined
}

/** A button that is a link to a screen. When blocked it stays visible and shows the reason. */
export function LinkButton({ href, children, blocked, ...button }: LinkButtonProps) {
  if (!blocked) {
    return (
      <Button {...button} renderRoot={(root) => <InternalLink {...root} href={href} />}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={blocked}>
      <Button {...button} data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  )
}
