import type { ReactNode } from 'react'
import { Text } from '../../ui/layout.tsx'
import { Line } from '../../ui/Skeletons.tsx'

/**
 * Lines under the figure of a tile.
 * @param lines as many are kept free, so that nothing below moves when they arrive
 * @param children undefined while they are loading
 */
export const BelowFigure = ({ lines, children }: { lines: number; children?: ReactNode }) => (
  <Text as="div" kind="small" style={{ minHeight: `${lines}lh` }}>
    {children === undefined ? <Line width="9rem" /> : children}
  </Text>
)
