import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../ui/DateTime.tsx'
import { utcDaysUntil } from '../../ui/days.ts'
import { Fact, Facts, Row } from '../../ui/layout.tsx'
import { businessNow } from '../../ui/now.ts'
import { type Expiry, expiryTones, licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'
import { SeatChips } from './SeatChips.tsx'

/** The three facts of a key: its term, its maintenance, and its seats. */
export function LicenseFigures({ license }: { license: License | undefined }) {
  const { t } = useTranslation('licenses')
  const now = businessNow()
  return (
    <Facts form="figures" loading={license === undefined}>
      <Fact label={t('expiration')}>
        {license && (
          <Term expiry={licenseExpiry(license, now)} date={shownDate(license, license.expirationDate)} now={now} />
        )}
      </Fact>
      <Fact label={t('maintenance')}>
        {license && (
          <Term
            expiry={maintenanceExpiry(license, now)}
            date={shownDate(license, license.maintenanceExpirationDate)}
            now={now}
          />
        )}
      </Fact>
      <Fact label={t('seats')}>{license && <SeatChips used={license.seatsOccupied} total={license.seats} />}</Fact>
    </Facts>
  )
}

interface TermProps {
  expiry: Expiry
  date: string | null
  now: number
}

/** The state in one word, the days that are left, and the day on which it ends, by UTC as on the key. */
function Term({ expiry, date, now }: TermProps) {
  const { t } = useTranslation('licenses')
  const left = date === null ? 0 : utcDaysUntil(date, now)
  const ends = date !== null && expiry !== 'perpetual'
  const tone = expiryTones[expiry]
  return (
    <Row as="span" align="baseline">
      <span style={tone === 'error' ? { color: 'var(--ui-error-text)' } : undefined}>{t(`expiry.${expiry}`)}</span>
      {ends && (
        <small>
          {expiry === 'notExpired' && `${t('daysLeft', { count: left })} · `}
          <DateTime value={date.slice(0, 10)} />
        </small>
      )}
    </Row>
  )
}
