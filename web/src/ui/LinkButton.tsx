import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { InternalLink } from './link.tsx'
import { Tooltip } from './Tooltip.tsx'

interface LinkButtonProps extends ButtonProps {
  href: string
  children: ReactNode
  /** Why it may not be followed now, in words; null or absent when it may. */
  blocked?: string | null | undefined
}

/** A button that goes to a screen. A blocked one stays where it is and says why. */
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
