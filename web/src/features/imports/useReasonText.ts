import type { ImportError } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import type imports from '../../locales/en/imports.ts'

type Told = keyof typeof imports.reason

/** Translates why a cell was rejected. Reasons that only an operator's import can have are shown untranslated. */
export function useReasonText(): (error: Pick<ImportError, 'reason' | 'details' | 'message'>) => string {
  const { t, i18n } = useTranslation('imports')
  return ({ reason, details: [first = '', second = ''], message }) =>
    i18n.exists(`imports:reason.${reason}`) ? t(`reason.${reason as Told}`, { first, second }) : message
}
