import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LineChartBlock } from '../../ui/charts/LineChartBlock.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Tiles } from '../../ui/Tile.tsx'
import { BelowFigure } from './BelowFigure.tsx'
import styles from './dashboard.module.css'
import { FigureTile } from './FigureTile.tsx'
import type { Filters } from './filters.ts'
import { licensesHref, licensesInStateHref } from './links.ts'
import { licensesQuery } from './queries.ts'
import { StatisticsBlock, samplesOf } from './StatisticsBlock.tsx'

/** License keys: created in the period, and their states at its end. */
export default function LicensesBlock({ filters }: { filters: Filters }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery({ ...licensesQuery(filters), placeholderData: keepPreviousData })
  const { data } = query
  const href = licensesHref(filters)
  const keys = data && t('licenses.keys', { count: data.totalCreated.current })
  const newSeats = data && t('licenses.newSeats', { count: data.totalCreated.createdSeats.current })
  const series = (id: string, label: string, measure: 'qt' | 'amount') => ({
    id,
    label,
    current: samplesOf(data?.statisticsResponse, 'current', measure),
    previous: samplesOf(data?.statisticsResponse, 'previous', measure),
  })
  return (
    <StatisticsBlock title={t('licenses.title')} query={query}>
      <Tiles>
        <FigureTile label={t('licenses.totalSeats')} figure={data?.totalSeats}>
          {/* Two short lines, because one long line would wrap in some tiles. */}
          <BelowFigure lines={2}>
            {data && (
              <>
                <div>
                  <Quantity value={data.totalSeatActive.current} /> {t('licenses.used')}
                </div>
                <div>
                  {href === null ? (
                    keys
                  ) : (
                    <InternalLink href={href} className={styles.figure}>
                      {keys}
                    </InternalLink>
                  )}
                  {' · '}
                  {newSeats}
                </div>
              </>
            )}
          </BelowFigure>
        </FigureTile>
        <FigureTile
          label={t('licenses.totalActive')}
          figure={data?.totalActive}
          href={licensesInStateHref(filters, 'active')}
        />
        <FigureTile
          label={t('licenses.totalNearMaintenanceExpiration')}
          figure={data?.totalNearMaintenanceExpiration}
          href={licensesInStateHref(filters, 'maintenanceEnding')}
          welcome="none"
        />
        <FigureTile
          label={t('licenses.totalExpiredMaintenance')}
          figure={data?.totalExpiredMaintenance}
          href={licensesInStateHref(filters, 'maintenanceExpired')}
          welcome="down"
        />
        <FigureTile
          label={t('licenses.totalExpired')}
          figure={data?.totalExpired}
          href={licensesInStateHref(filters, 'expired')}
          welcome="down"
        />
      </Tiles>
      <LineChartBlock
        title={t('licenses.overTime')}
        loading={data === undefined}
        series={[series('keys', t('licenses.created'), 'qt'), series('seats', t('licenses.seats'), 'amount')]}
        frequency={data?.statisticsResponse.samplingFrequency ?? 'd'}
        withPrevious={filters.before && filters.from !== null}
      />
    </StatisticsBlock>
  )
}
