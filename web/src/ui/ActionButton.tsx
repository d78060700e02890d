import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

interface ActionButtonProps extends ButtonProps {
  onClick: () => void
  children: ReactNode
  /** Reason shown to the user when the action is not allowed; null or absent when it is allowed. */
  blocked?: string | null | undefined
  /** Accessible name, when the visible text is not clear without its surroundings. */
  label?: string
}

/** A button that runs an action. When blocked it stays visible and focusable, and shows the reason in a tooltip. */
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
