import { IconX } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { useTenant } from '../me.ts'
import styles from './MenuDrawer.module.css'
import { MenuEntries } from './MenuEntries.tsx'

/**
 * The menu as an overlay, for screens without room beside the content. The native `<dialog>` traps the focus,
 * closes on Escape and restores the focus.
 */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { tenantName } = useTenant()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (opened) dialog.current?.showModal()
    else dialog.current?.close()
  }, [opened])
  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Escape, which the dialog handles itself
    <dialog ref={dialog} className={styles.drawer} aria-label={t('menu.label')} onClose={onClose} onClick={closeBeside}>
      <Row nowrap justify="between" className={styles.head}>
        <Text truncate style={{ fontSize: 'inherit', fontWeight: 650 }}>
          {tenantName}
        </Text>
        <IconButton size={44} onClick={onClose} aria-label={t('menu.close')}>
          <IconX size={20} stroke={1.6} aria-hidden />
        </IconButton>
      </Row>
      <div style={{ padding: '0.75rem' }}>
        <MenuEntries onChoose={onClose} />
      </div>
    </dialog>
  )
}
