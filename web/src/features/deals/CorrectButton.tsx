import type { Deal } from '@trellis/contract/deal-answers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { later } from '../../ui/later.tsx'
import type { Corrected } from './CorrectDialog.tsx'

const CorrectDialog = later(() => import('./CorrectDialog.tsx'))

interface CorrectButtonProps {
  deal: Deal
  what: Corrected
  onChanged: (deal: Deal) => void
}

/** Opens the correction of a deal's company or products; nothing where the reader may not, or it was decided. */
export function CorrectButton({ deal, what, onChanged }: CorrectButtonProps) {
  const { t } = useTranslation('deals')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (deal.blocked.correct !== null && !isOpen) return null
  return (
    <>
      <ActionButton variant="default" size="xs" label={t(`correct.${what}.open`)} onClick={() => setOpen(true)}>
        {t('correct.open')}
      </ActionButton>
      {isOpen && <CorrectDialog deal={deal} what={what} onClose={close} onChanged={onChanged} onMissing={close} />}
    </>
  )
}
