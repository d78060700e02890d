import type { ReactNode } from 'react'
import { Row, Text } from './layout.tsx'
import styles from './Notice.module.css'

/** A message above a form or list, with what can be done about it. */
export const Notice = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <Row className={styles.notice} justify="between" role="status">
    <Text>{children}</Text>
    {action}
  </Row>
)
