import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/Dialog.tsx'
import { KeepCodes } from './KeepCodes.tsx'
import { SetupForm } from './SetupForm.tsx'
import type { Setup } from './useSetup.ts'

interface SetupDialogProps {
  setup: Setup | null
  onClose: () => void
  /** Requests the setup again; rejects when that failed. */
  onAgain: () => Promise<void>
}

/** Enables a second factor: verify a code, and for the first factor save the backup codes. */
export function SetupDialog({ setup, onClose, onAgain }: SetupDialogProps) {
  const { t } = useTranslation('profile')
  const [keeping, setKeeping] = useState(false)
  const close = () => {
    setKeeping(false)
    onClose()
  }
  return (
    <Dialog
      opened={setup !== null}
      onClose={close}
      title={keeping ? t('codes.nowTitle') : setup === null ? '' : t(`setup.title.${setup.kind}`)}
    >
      {keeping ? (
        <KeepCodes onClose={close} />
      ) : (
        setup && (
          <SetupForm
            setup={setup}
            onAgain={onAgain}
            onCancel={close}
            onEnabled={() => (setup.isFirst ? setKeeping(true) : close())}
          />
        )
      )}
    </Dialog>
  )
}
