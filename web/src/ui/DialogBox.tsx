import { Modal } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogActions, type DialogProps } from './Dialog.tsx'
import { takeLostFocus, useFirstField, watchLostFocus } from './dialogFocus.ts'
import { InDialog } from './following.ts'
import { isPopupOpen } from './Popup.tsx'

const widths = { sm: '26rem', md: '34rem', lg: '52rem' }

export default function DialogBox(props: DialogProps) {
  const { opened, onClose, busy = false } = props
  const { t } = useTranslation('ui')
  // Mount closed, then open in an effect: the opening transition and the saved focus work on the first opening
  // too.
  const [shown, setShown] = useState(false)
  // Each opening mounts its own content: a form never keeps the values of an earlier one.
  const [opening, setOpening] = useState(0)
  useEffect(() => {
    setShown(opened)
    if (opened) setOpening((number) => number + 1)
  }, [opened])
  // Callers clear what the dialog is about at the moment when they close it: while it fades out, it shows what it
  // showed last.
  const last = useRef(props)
  useEffect(() => {
    if (opened) last.current = props
  })
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  useFirstField(frame, opening)
  useEffect(() => (frame ? watchLostFocus(frame) : undefined), [frame])
  const { title, children, actions, size = 'md' } = opened ? props : last.current
  return (
    <Modal
      opened={shown}
      onClose={() => isPopupOpen() || onClose()}
      onExitTransitionEnd={() => takeLostFocus()}
      title={title}
      size={widths[size]}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
    >
      {/* What fades out takes no second click. */}
      <div ref={setFrame} inert={!opened}>
        <Fragment key={opening}>
          <InDialog value={true}>{children}</InDialog>
          {actions && <DialogActions>{actions}</DialogActions>}
        </Fragment>
      </div>
    </Modal>
  )
}
