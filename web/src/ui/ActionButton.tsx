import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tooltip } from './Tooltip.tsx'

interface ActionButtonProps extends ButtonProps {
  onClick: () => void
  children: ReactNode
  /** Why it may not be done now, in words; null or absent when it may. */
  blocked?: string | null | undefined
  /** Names the action for a screen reader where its text needs what stands around it. */
  label?: string
}

/** A button that does something. A blocked one keeps its place and its focus, and says why. */
export function ActionButton({ onClick, children, blocked, label, ...button }: ActionButtonProps) {
  if (!blocked) {
    return (
      <Button {...button} onClick={onClick} aria-label={label}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={blocked}>
      <Button {...button} data-disabled aria-disabled aria-label={label} onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  )
}
