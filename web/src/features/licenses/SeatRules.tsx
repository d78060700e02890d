import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime, formatNumber } from '../../ui/format.ts'
import { Fact, Facts } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** What devices and users of the key may do with its seats without support; nothing if its product allows nothing. */
export function SeatRules({ license: { seatReclaimDays, selfReleases } }: { license: License }) {
  const { t } = useTranslation('productForm')
  if (!seatReclaimDays && !selfReleases?.allowed) return null
  return (
    <Panel title={t('livingSeats.title')}>
      <Facts form="rows">
        <Fact label={t('livingSeats.reclaimDays')}>
          {seatReclaimDays ? t('livingSeats.afterDays', { count: seatReclaimDays }) : t('livingSeats.never')}
        </Fact>
        <Fact label={t('livingSeats.selfReleases')}>
          {selfReleases?.allowed ? <Left {...selfReleases} /> : t('livingSeats.none')}
        </Fact>
      </Facts>
    </Panel>
  )
}

function Left({ allowed, left, nextReleaseDate }: NonNullable<License['selfReleases']>) {
  const { t } = useTranslation('productForm')
  const locale = useLocale()
  if (nextReleaseDate === null)
    return t('livingSeats.left', {
      left: formatNumber(left, locale.language),
      allowed: formatNumber(allowed, locale.language),
    })
  return t('livingSeats.next', {
    allowed: formatNumber(allowed, locale.language),
    date: formatDayAndTime(new Date(nextReleaseDate), locale),
  })
}
