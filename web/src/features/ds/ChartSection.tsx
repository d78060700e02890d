import { Switch } from '@mantine/core'
import { useState } from 'react'
import { LineChartBlock, type Sample } from '../../ui/charts/LineChartBlock.tsx'
import { PieChartBlock } from '../../ui/charts/PieChartBlock.tsx'
import { addDays } from '../../ui/days.ts'
import { formatMoney } from '../../ui/format.ts'
import { Columns } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Section } from './Section.tsx'

const series = (seed: number): Sample[] =>
  Array.from({ length: 28 }, (_, index) => ({
    day: addDays('2026-10-24', index),
    value: Math.round(1200 + 900 * Math.sin((index + seed) / 4) + ((index * 7919 * (seed + 1)) % 500)),
  }))

const parts = ['Officine Aurora', 'Nordlys', 'Kestrel IT', 'Meridiana', 'Båtsman & Partners', 'Atlas', 'Other'].map(
  (name, index) => ({ name, value: Math.round(42000 / (index + 1)) }),
)

export default function ChartSection() {
  const { language } = useLocale()
  const [withPrevious, setWithPrevious] = useState(true)
  const money = (value: number) => formatMoney(value, 'EUR', language)
  return (
    <Section title="Charts">
      <LineChartBlock
        title="Sales"
        frequency="d"
        withPrevious={withPrevious}
        format={money}
        actions={
          <Switch
            label="Previous period"
            checked={withPrevious}
            onChange={({ currentTarget }) => setWithPrevious(currentTarget.checked)}
          />
        }
        series={[
          { id: 'out', label: 'Sell-out', current: series(1), previous: series(5) },
          { id: 'in', label: 'Sell-in', current: series(9), previous: series(14) },
        ]}
      />
      <Columns min="22rem" align="start">
        <PieChartBlock title="Sell-out by account" slices={parts} format={money} />
        <PieChartBlock title="Without data" slices={[]} />
      </Columns>
      <Columns min="22rem" align="start">
        <LineChartBlock title="Figures on their way" frequency="d" series={[]} loading height={160} />
        <LineChartBlock title="A quiet week" frequency="d" series={[]} height={160} />
      </Columns>
    </Section>
  )
}
