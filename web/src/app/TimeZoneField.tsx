import { useCallback, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { type FieldProps, useField } from '../ui/fields.ts'
import { useLocale } from '../ui/locale.tsx'
import { type SearchOption, SearchSelect } from '../ui/SearchSelect.tsx'
import { allZones, browserZone, type ZoneInWords, zoneInWords, zoneLabel, zonesThatFit } from './timeZones.ts'

const optionOf = ({ id, name, offset }: ZoneInWords): SearchOption => ({
  value: id,
  label: zoneLabel(id),
  hint: name || undefined,
  aside: offset,
})

const inTheField = ({ id, offset }: ZoneInWords): SearchOption => ({ value: id, label: `${zoneLabel(id)} (${offset})` })

/** Form field for a time zone, found by city, name or offset. */
export function TimeZoneField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { t } = useTranslation()
  const { language } = useLocale()
  const { value, change, input } = useField(props)
  const chosen = typeof value === 'string' ? value : ''
  // The saved zone stays an option even if this browser does not know it and the user has chosen another one
  // meanwhile.
  const before = useRef(chosen)
  const zones = useRef<{ language: string; all: ZoneInWords[] }>(undefined)
  const load = useCallback(
    async (typed: string) => {
      if (zones.current?.language !== language) {
        zones.current = {
          language,
          all: allZones(language, new Date(), [before.current, browserZone()].filter(Boolean)),
        }
      }
      return zonesThatFit(zones.current.all, typed).map(optionOf)
    },
    [language],
  )
  const here = browserZone()
  const { withAsterisk: _, 'aria-required': __, ...field } = input
  return (
    <div>
      <SearchSelect
        {...field}
        required={props.required ?? false}
        placeholder={t('timeZone.search')}
        load={load}
        value={chosen === '' ? null : inTheField(zoneInWords(chosen, language, new Date()))}
        onChange={(option) => change(option?.value ?? '')}
      />
      {chosen !== here && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ marginBlockStart: 4, marginInlineStart: -8 }}
          onClick={() => change(here)}
        >
          {t('timeZone.useBrowsers', { zone: zoneLabel(here) })}
        </Button>
      )}
    </div>
  )
}
