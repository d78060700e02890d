import type { TrendFigure } from '@trellis/contract/dashboard'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InternalLink } from '../../ui/link.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

interface FigureTileProps {
  label: string
  figure: TrendFigure | undefined
  /** How a value is written; by default as a number. */
  write?: (value: number) => ReactNode
  /** The list that has as many rows. */
  href?: string | null
  welcome?: 'up' | 'down' | 'none'
  children?: ReactNode
}

const number = (value: number) => <Quantity value={value} />

/** A figure as the link to the list behind it, where there is one. */
export function FigureLink({ href, what, children }: { href: string | null; what: string; children: ReactNode }) {
  const { t } = useTranslation('dashboard')
  if (href === null) return children
  return (
    <InternalLink href={href}>
      {children}
      <VisuallyHidden> {t('listOf', { what })}</VisuallyHidden>
    </InternalLink>
  )
}

/** A figure of the period, its trend, and the figure of the previous period. */
export function FigureTile({ label, figure, write = number, href = null, welcome = 'up', children }: FigureTileProps) {
  const { t } = useTranslation('dashboard')
  const value = figure && write(figure.current)
  return (
    <Tile
      label={label}
      loading={figure === undefined}
      long={write !== number}
      value={
        value === undefined ? (
          value
        ) : (
          <FigureLink href={href} what={label}>
            {value}
          </FigureLink>
        )
      }
      trend={{ ratio: figure?.trend == null ? null : figure.trend / 100, welcome }}
      hint={
        figure && (
          <>
            {write(figure.previous)} {t('previously')}
          </>
        )
      }
    >
      {children}
    </Tile>
  )
}
