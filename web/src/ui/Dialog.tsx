import { Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Dialog.module.css'

interface DialogProps {
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

const widths = { sm: '26rem', md: '34rem', lg: '52rem' }

export function Dialog({ opened, onClose, title, children, actions, size = 'md', busy = false }: DialogProps) {
  const { t } = useTranslation('ui')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={widths[size]}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': t('close'), disabled: busy }}
      classNames={{ title: styles.title, content: styles.content, header: styles.header, body: styles.body }}
    >
      {children}
      {actions && <DialogActions>{actions}</DialogActions>}
    </Modal>
  )
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" mt="lg">
    {children}
  </Group>
)
