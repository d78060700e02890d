import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'
import { toast } from './toast.tsx'

interface CopyButtonProps {
  value: string
  /** Accessible name that says what is copied: "Copy key". */
  label: string
  /** Message shown after copying. */
  copied?: string
}

export function CopyButton({ value, label, copied }: CopyButtonProps) {
  const { t } = useTranslation('ui')
  const clipboard = useClipboard({ timeout: 2000 })
  const copy = () => {
    clipboard.copy(value)
    toast.info(copied ?? t('copied'))
  }
  return (
    <Tooltip label={label}>
      <IconButton size="md" aria-label={label} onClick={copy}>
        {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </IconButton>
    </Tooltip>
  )
}
