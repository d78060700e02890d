import { useQuery } from '@tanstack/react-query'
import { orders } from '@trellis/contract/orders'
import { useState } from 'react'
import { queryOf } from '../../app/queries.ts'
import { Row, Text } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import './directions.css'
import { Section } from './Section.tsx'

const root = document.documentElement

const directions = {
  sheet: 'Sheet (the product): one sheet in a frame tinted with the brand; sections and lists without boxes',
  cards: 'Cards: boxes with one border on a grey page, white menu',
  ink: 'Ink: a dark frame in the brand colour, boxes without borders on a pale page',
} as const
type Direction = keyof typeof directions

const isDirection = (value: string | undefined): value is Direction => value !== undefined && value in directions

/**
 * Shows the whole product in one of the three design directions that decision 067 compared, until the page is reloaded.
 */
export function DirectionSection() {
  const [direction, setDirection] = useState<Direction>(() =>
    isDirection(root.dataset.direction) ? root.dataset.direction : 'sheet',
  )
  const { data } = useQuery(queryOf(orders.sellOut, { body: { page: 1, limit: 1 } }))
  const order = data?.items[0]
  const screens = {
    '/sell-out': 'Sell-out list (on a phone: two lines an order)',
    ...(order && { [`/sell-out/${order.orderId}`]: 'An order' }),
    '/dashboard': 'Dashboard',
  }
  return (
    <Section title="Directions">
      <Segmented
        aria-label="Direction"
        value={direction}
        onChange={(chosen) => {
          setDirection(chosen)
          root.dataset.direction = chosen
        }}
        data={Object.keys(directions).map((value) => ({ value: value as Direction, label: value }))}
      />
      <Text kind="quiet">{directions[direction]}</Text>
      <Row gap="xl">
        {Object.entries(screens).map(([href, name]) => (
          <InternalLink key={href} href={href}>
            {name}
          </InternalLink>
        ))}
      </Row>
    </Section>
  )
}
