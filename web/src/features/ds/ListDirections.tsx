import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { Column } from '../../ui/columns.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section, Specimen } from './Section.tsx'
import { fixed, type Sample, samples } from './samples.ts'

const few = samples.slice(0, 8)
const list = { ...fixed('ready'), rows: few, count: few.length }

const buyer: Column<Sample> = { id: 'buyer', header: 'Buyer', cell: (row) => row.buyer, text: (row) => row.buyer }
const total: Column<Sample> = {
  id: 'total',
  header: 'Total',
  align: 'right',
  cell: (row) => <Money amount={row.total} currency="EUR" />,
  text: (row) => String(row.total),
}
const status: Column<Sample> = { id: 'status', header: 'Status', cell: (row) => row.status, text: (row) => row.status }
const at: Column<Sample> = {
  id: 'at',
  header: 'Created',
  cell: (row) => <DateTime value={row.at} />,
  text: (row) => row.at,
}
const code: Column<Sample> = { id: 'code', header: 'Code', cell: (row) => row.code, text: (row) => row.code }

const filters = ['Buyer: any', 'Vendor: any', 'Status: any', 'Created: any', 'Total: any', 'Invoiced: any', 'Only mine']
const tools = ['Columns', 'Rows', 'Sort', 'Views', 'CSV', 'Excel', 'Print', 'Import']

/** The two directions of a list that decision 119 did not take, beside the one above, which it took. */
export function ListDirections() {
  const [chosen, setChosen] = useState(few[0])
  return (
    <Section title="Lists: the directions that were not taken">
      <Specimen label="A preview beside the rows: it takes the width of three columns, and the desk is made for it">
        <Row nowrap align="start" gap="xl">
          <Stack gap="xs" style={{ flex: 3, minWidth: 0 }}>
            <Row gap="xs" role="group" aria-label="Previewed row">
              {few.slice(0, 4).map((row) => (
                <Button
                  key={row.code}
                  size="compact-sm"
                  variant={row === chosen ? 'light' : 'default'}
                  aria-pressed={row === chosen}
                  onClick={() => setChosen(row)}
                >
                  {row.code}
                </Button>
              ))}
            </Row>
            <DataTable list={list} columns={[buyer, total, status]} rowKey={(row) => row.code} label="With a preview" />
          </Stack>
          <Stack style={{ flex: 2, minWidth: 0 }}>
            <Text kind="strong">{chosen?.buyer}</Text>
            <Facts>
              <Fact label="Code">{chosen?.code}</Fact>
              <Fact label="Total">
                <Money amount={chosen?.total} currency="EUR" />
              </Fact>
              <Fact label="Status">
                <Badge look="plain">{chosen?.status}</Badge>
              </Fact>
            </Facts>
          </Stack>
        </Row>
      </Specimen>
      <Specimen label="All tools in sight and small: it changes the height before the first row, and not the noise">
        <Row gap="xs">
          {[...filters, ...tools].map((name) => (
            <Button key={name} size="compact-xs" variant="default">
              {name}
            </Button>
          ))}
        </Row>
        <DataTable
          list={list}
          columns={[code, at, buyer, status, total]}
          rowKey={(row) => row.code}
          label="With small tools"
        />
      </Specimen>
    </Section>
  )
}
