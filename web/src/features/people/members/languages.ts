import { languageCodes } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../../ui/SelectField.tsx'

/** The languages of the portal as options, each by its own name. */
export function useLanguageOptions(): Choice[] {
  const { t } = useTranslation()
  return languageCodes.map((value) => ({ value, label: t(`languages.${value}`) }))
}
