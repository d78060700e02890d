import { Paper } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { Row, Text } from '../../../ui/layout.tsx'
import styles from './profile.module.css'

interface ItemProps {
  icon: ComponentType<{ size: number; stroke: number; display: string }>
  name: string
  /** The state beside the name. */
  tag?: ReactNode
  /** Details below the name. */
  children: ReactNode
  action?: ReactNode
  /** Its key, where it can go away with its actions (nextRow.ts). */
  row?: string
}

/** One entry of a list in a panel, with what can be done with it. */
export const Item = ({ icon: Icon, name, tag, children, action, row }: ItemProps) => (
  <Row as="li" gap="md" align="start" className={styles.item} data-row={row}>
    <Paper p={8} radius="md" bg="var(--ui-surface-2)" bd="1px solid var(--ui-line)" c="var(--ui-text-2)" aria-hidden>
      <Icon size={20} stroke={1.6} display="block" />
    </Paper>
    <div className={styles.words}>
      <Row>
        <Text kind="strong">{name}</Text>
        {tag}
      </Row>
      {children}
    </div>
    {action}
  </Row>
)
