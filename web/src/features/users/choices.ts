import { languageCodes } from '@trellis/contract/users'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../ui/SelectField.tsx'

/** Every zone of the browser, with one that was chosen elsewhere even if this browser does not know it. */
export function zoneOptions(chosen: string): Choice[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

export function useLanguageOptions(): Choice[] {
  const { t } = useTranslation()
  return languageCodes.map((value) => ({ value, label: t(`languages.${value}`) }))
}
