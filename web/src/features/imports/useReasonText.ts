import type { ImportError } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import type imports from '../../locales/en/imports.ts'

type Told = keyof typeof imports.reason

/** Why a cell is not taken, in the reader's language; what only an operator's import can meet is told as it came. */
export function useReasonText(): (error: Pick<ImportError, 'reason' | 'details' | 'message'>) => string {
  const { t, i18n } = useTranslation('imports')
  return ({ reason, details: [first = '', second = ''], message }) =>
    i18n.exists(`imports:reason.${reason}`) ? t(`reason.${reason as Told}`, { first, second }) : message
}
