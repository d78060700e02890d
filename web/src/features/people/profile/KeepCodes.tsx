import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import { DialogActions } from '../../../ui/Dialog.tsx'
import { Text } from '../../../ui/layout.tsx'
import { CodeList } from './CodeList.tsx'

/** Shows the backup codes right after the first second factor was enabled. */
export function KeepCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <Text as="p" kind="quiet">
        {t('codes.nowText')}
      </Text>
      <CodeList />
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('codes.kept')}
        </Button>
      </DialogActions>
    </>
  )
}
