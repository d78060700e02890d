import { IconChartLine, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { Empty } from '../Empty.tsx'
import { Row } from '../layout.tsx'
import { Panel } from '../Panel.tsx'
import { Block } from '../Skeletons.tsx'
import styles from './charts.module.css'
import { type ChartTable, SaveTable } from './SaveTable.tsx'

interface ChartFrameProps {
  title: string
  description?: ReactNode
  /** One sentence that describes the chart to screen readers. */
  summary: string
  /** The same data, shown as a table on request. */
  table: ChartTable
  height: number
  loading: boolean
  isEmpty: boolean
  actions?: ReactNode
  children: ReactNode
}

/** The common frame of all charts: title, summary, switch to the data table, and the loading and empty states. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, description, summary, table, height, loading, isEmpty, actions, children } = props
  const { t } = useTranslation('charts')
  const [asTable, setAsTable] = useState(false)
  const toggle = (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      disabled={loading || isEmpty}
      leftSection={asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
      onClick={() => setAsTable(!asTable)}
      aria-label={t(asTable ? 'asChartOf' : 'asTableOf', { chart: title })}
    >
      {t(asTable ? 'asChart' : 'asTable')}
    </Button>
  )
  return (
    <Panel
      title={title}
      description={description}
      actions={
        <>
          {actions}
          <SaveTable title={title} table={table} disabled={loading || isEmpty} />
          {toggle}
        </>
      }
    >
      {loading ? (
        <Block height={height} />
      ) : isEmpty ? (
        <Row justify="center" style={{ minHeight: height }}>
          <Empty title={t('noData')}>{t('noDataText')}</Empty>
        </Row>
      ) : asTable ? (
        <section
          style={{ maxHeight: height, overflow: 'auto' }}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable with the keyboard
          tabIndex={0}
          aria-label={`${title}: ${t('asTable')}`}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                {table.head.map((cell) => (
                  <th key={cell} scope="col">
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={table.head[index + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <figure style={{ margin: 0, minWidth: 0, minHeight: height }} aria-label={summary}>
          {children}
        </figure>
      )}
    </Panel>
  )
}
