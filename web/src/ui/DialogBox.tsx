import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogActions, type DialogProps } from './Dialog.tsx'
import { isPopupOpen } from './Popup.tsx'

const widths = { sm: '26rem', md: '34rem', lg: '52rem' }

export default function DialogBox(props: DialogProps) {
  const { opened, onClose, title, children, actions, size = 'md', busy = false } = props
  const { t } = useTranslation('ui')
  // Mount closed, then open in an effect: the opening transition and the saved focus work on the first opening
  // too.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <Modal
      opened={shown}
      onClose={() => isPopupOpen() || onClose()}
      title={title}
      size={widths[size]}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
    >
      {children}
      {actions && <DialogActions>{actions}</DialogActions>}
    </Modal>
  )
}
