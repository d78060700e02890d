import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Columns } from '../../ui/layout.tsx'
import type { List } from '../../ui/list.ts'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { StatusTag, type Tone } from '../../ui/StatusTag.tsx'
import { toast } from '../../ui/toast.tsx'
import { Section, Specimen } from './Section.tsx'
import { fixed, type Sample, samples, useSampleList } from './samples.ts'

const tones: Record<Sample['status'], Tone> = { pending: 'warning', approved: 'success', canceled: 'error' }
const statuses = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'canceled', label: 'Canceled' },
]

const presets = [
  { label: 'This week', from: '2026-11-16', to: '2026-11-22' },
  { label: 'This month', from: '2026-11-01', to: '2026-11-30' },
]

const columns: Column<Sample>[] = [
  { id: 'code', header: 'Code', cell: ({ code }) => code, sort: 'code', text: ({ code }) => code },
  {
    id: 'buyer',
    header: 'Buyer',
    card: 'wide',
    cell: ({ buyer, place }) => (
      <EntityLink href="#buyer" hint={place}>
        {buyer}
      </EntityLink>
    ),
    sort: 'buyer',
    filter: { field: 'buyer', kind: 'text' },
    text: ({ buyer }) => buyer,
  },
  { id: 'at', header: 'Created', cell: ({ at }) => <DateTime value={at} />, sort: 'at', text: ({ at }) => at },
  {
    id: 'status',
    header: 'Status',
    card: 'corner',
    cell: ({ status }) => (
      <StatusTag tone={tones[status]}>{statuses.find(({ value }) => value === status)?.label}</StatusTag>
    ),
    filter: { field: 'status', kind: 'choice', options: statuses },
    text: ({ status }) => status,
  },
  {
    id: 'lines',
    header: 'Lines',
    align: 'right',
    cell: ({ lines }) => <Quantity value={lines} />,
    text: ({ lines }) => String(lines),
  },
  {
    id: 'total',
    header: 'Total',
    align: 'right',
    sort: 'total',
    cell: ({ total }) => <Money amount={total} currency="EUR" />,
    text: ({ total }) => String(total),
    foot: ({ answer }) => <Money amount={(answer as { total: number } | undefined)?.total} currency="EUR" />,
  },
]

export function TableSection() {
  const list = useSampleList()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return (
    <Section title="Data table">
      <Specimen label="Ready: sort, filters, columns, sums, row links, selection, export, date range, only mine">
        <DataTable
          list={list}
          columns={columns}
          rowKey={({ code }) => code}
          rowLink={({ code }) => `#${code}`}
          label="Sample orders"
          exportAs="orders"
          filters={{ dates: 'Created', presets, onlyMine: 'Only mine' }}
          selection={{
            selected,
            onChange: setSelected,
            rowLabel: ({ code }) => code,
            actions: (
              <Button size="xs" onClick={() => toast.success(`${selected.size} approved`)}>
                Approve
              </Button>
            ),
          }}
        />
      </Specimen>
      <State label="Loading, in its final layout" list={fixed('loading')} />
      <State
        label="Refreshing: the rows before stay"
        list={{ ...fixed('ready'), rows: samples.slice(0, 3), count: 83, refreshing: true }}
      />
      <Columns min="22rem" align="start">
        <State label="Empty" list={fixed('ready')} />
        <State
          label="Nothing fits the filters"
          list={{
            ...fixed('ready'),
            state: { ...fixed('ready').state, filters: { status: ['pending'], buyer: ['Zephyr'] } },
          }}
        />
        <State label="Failed" list={fixed('error')} />
      </Columns>
    </Section>
  )
}

function State({ label, list }: { label: string; list: List<Sample> }) {
  return (
    <Specimen label={label}>
      <DataTable
        list={list}
        columns={columns}
        rowKey={({ code }) => code}
        label={label}
        empty={
          <Empty title="No orders yet" action={<Button>New order</Button>}>
            Orders of your customers appear here, with what they buy and where each stands.
          </Empty>
        }
      />
    </Specimen>
  )
}
