import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DialogActions } from '../../../ui/Dialog.tsx'
import { CodeList, useBackupCodes } from './CodeList.tsx'
import styles from './profile.module.css'

/** Shows the backup codes right after the first second factor was enabled. */
export function KeepCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  const codes = useBackupCodes()
  return (
    <Stack gap="md">
      <p className={styles.text}>{t('codes.nowText')}</p>
      <CodeList codes={codes} />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('codes.kept')}
        </Button>
      </DialogActions>
    </Stack>
  )
}
