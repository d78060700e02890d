import type { License } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime, formatNumber } from '../../ui/format.ts'
import { Fact, Facts } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** What devices and users of the key may do with its seats without support; nothing if its product allows nothing. */
export function SeatRules({ license: { seatReclaimDays, selfReleases } }: { license: License }) {
  const { t } = useTranslation('livingSeats')
  if (!seatReclaimDays && !selfReleases?.allowed) return null
  return (
    <Panel title={t('title')}>
      <Facts form="rows">
        <Fact label={t('reclaimDays')}>
          {seatReclaimDays ? t('afterDays', { count: seatReclaimDays }) : t('never')}
        </Fact>
        <Fact label={t('selfReleases')}>{selfReleases?.allowed ? <Left {...selfReleases} /> : t('none')}</Fact>
      </Facts>
    </Panel>
  )
}

function Left({ allowed, left, nextReleaseDate }: NonNullable<License['selfReleases']>) {
  const { t } = useTranslation('livingSeats')
  const locale = useLocale()
  if (nextReleaseDate === null)
    return t('left', { left: formatNumber(left, locale.language), allowed: formatNumber(allowed, locale.language) })
  return t('next', {
    allowed: formatNumber(allowed, locale.language),
    date: formatDayAndTime(new Date(nextReleaseDate), locale),
  })
}
