import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { Row } from '../../ui/layout.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Expiry, expiryTones } from './expiry.ts'

interface ExpiryTagProps {
  expiry: Expiry
  date: string | null
}

/** The state of a license or of its maintenance, with the day on which it ends. */
export function ExpiryTag({ expiry, date }: ExpiryTagProps) {
  const { t } = useTranslation('licenses')
  return (
    <Row as="span">
      <StatusTag tone={expiryTones[expiry]}>{t(`expiry.${expiry}`)}</StatusTag>
      {/* It ends with a UTC day, so show the UTC date: converted to another zone it could be the next day. */}
      {date !== null && expiry !== 'perpetual' && <DateTime value={date.slice(0, 10)} />}
    </Row>
  )
}

/** The same in one short line, for a list: the day alone, or in the colour and with the sign of its state. */
export function ExpiryCell({ expiry, date }: ExpiryTagProps) {
  const { t } = useTranslation('licenses')
  const word = t(`expiry.${expiry}`)
  if (date === null || expiry === 'perpetual') return <StatusTag tone={expiryTones[expiry]}>{word}</StatusTag>
  return (
    <StatusTag tone={expiryTones[expiry]} title={word}>
      <VisuallyHidden>{word}</VisuallyHidden>
      <DateTime value={date.slice(0, 10)} />
    </StatusTag>
  )
}
