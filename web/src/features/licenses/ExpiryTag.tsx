import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { Row } from '../../ui/layout.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { type Expiry, expiryTones } from './expiry.ts'

/** The state of a license or of its maintenance, with the day on which it ends. */
export function ExpiryTag({ expiry, date }: { expiry: Expiry; date: string | null }) {
  const { t } = useTranslation('licenses')
  return (
    <Row as="span">
      <StatusTag tone={expiryTones[expiry]}>{t(`expiry.${expiry}`)}</StatusTag>
      {/* It ends with a UTC day, so show the UTC date: converted to another zone it could be the next day. */}
      {date !== null && expiry !== 'perpetual' && <DateTime value={date.slice(0, 10)} />}
    </Row>
  )
}
