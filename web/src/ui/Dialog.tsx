import { Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the end, the primary one last. A form inside the dialog renders its own with `DialogActions`. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** While true (something is being saved), neither Escape nor a click outside closes the dialog. */
  busy?: boolean
}

const DialogBox = later(() => import('./DialogBox.tsx'))

/** A modal dialog. Its code is loaded when the first dialog opens; if that fails, the page below stays usable. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.opened)
  if (props.opened && !wanted) setWanted(true)
  function giveUp() {
    setWanted(false)
    props.onClose()
  }
  return wanted && <DialogBox {...props} onMissing={giveUp} />
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" mt="lg">
    {children}
  </Group>
)
