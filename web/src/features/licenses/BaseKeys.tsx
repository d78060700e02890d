import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { FieldGroup } from '../../ui/form.tsx'
import { formatDay, formatNumber } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import type { BaseKey } from './choices.ts'

/** Keys that are shown before all are asked for. */
const atFirst = 5

interface BaseKeysProps {
  offered: readonly BaseKey[]
  loading: boolean
  /** Serial keys of the chosen keys. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** The keys whose seats an upgrade right takes. Without a choice the portal takes those that end last (rules K27). */
export function BaseKeys({ offered, loading, chosen, onChange }: BaseKeysProps) {
  const { t } = useTranslation('licenses')
  const locale = useLocale()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? offered : offered.slice(0, atFirst)
  const endOf = ({ isStarted, expirationDate }: BaseKey) => {
    if (expirationDate)
      return t('upgrade.until', { date: formatDay(new Date(expirationDate), { ...locale, timeZone: 'UTC' }) })
    return t(isStarted ? 'expiry.perpetual' : 'expiry.notActivated')
  }
  return (
    <FieldGroup legend={t('upgrade.bases')} description={t('upgrade.basesDescription')}>
      {offered.length === 0 && !loading && <Text as="p">{t('upgrade.noBases')}</Text>}
      <Checkbox.Group value={[...chosen]} onChange={onChange}>
        {shown.map((key) => (
          <Checkbox
            key={key.serialKey}
            value={key.serialKey}
            label={key.serialKey}
            description={`${t('upgrade.free', { count: key.free, amount: formatNumber(key.free, locale.language) })} · ${endOf(key)}`}
            mt="xs"
          />
        ))}
      </Checkbox.Group>
      {shown.length < offered.length && (
        <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={() => setWhole(true)}>
          {t('upgrade.all', { count: offered.length })}
        </Button>
      )}
    </FieldGroup>
  )
}
