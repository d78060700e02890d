import { IconFileTypePdf } from '@tabler/icons-react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { type Pdf, usePdf } from './usePdf.ts'

interface PdfButtonProps extends Pdf {
  /** Accessible name that says what it downloads, for screen readers that read the button alone. */
  label: string
  /** Why the reader may not have it now. */
  blocked?: string | null
  /** What the button shows. */
  children?: string
}

/** Downloads a PDF in the language of the screen. */
export function PdfButton({ label, blocked, children = 'PDF', ...pdf }: PdfButtonProps) {
  const { busy, save } = usePdf(pdf)
  return (
    <ActionButton
      variant="default"
      size="xs"
      loading={busy}
      blocked={blocked}
      label={label}
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
      onClick={save}
    >
      {children}
    </ActionButton>
  )
}
