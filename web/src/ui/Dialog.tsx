import { type ReactNode, useState } from 'react'
import styles from './Dialog.module.css'
import { later } from './later.tsx'
import { Row } from './layout.tsx'

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

/** Stays in sight at the end of a dialog that scrolls, so that its focus does not scroll what is to be read out of sight. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Row justify="end" className={styles.actions}>
    {children}
  </Row>
)
