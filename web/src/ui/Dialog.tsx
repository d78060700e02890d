import { Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { later } from './later.tsx'

export interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the end, the primary one last. A form in the dialog brings its own through `DialogActions`. */
  actions?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** While something is being saved, neither Escape nor a click beside it closes. */
  busy?: boolean
}

const DialogBox = later(() => import('./DialogBox.tsx'))

/** Over the page, until it is answered or closed. What draws it is fetched with the first one that opens; the page stays if it cannot be. */
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
