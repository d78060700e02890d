import type { ReactNode } from 'react'
import { Row, Stack, Text } from './layout.tsx'

interface TableTitleProps {
  children: ReactNode
  /** One sentence below it. */
  description?: ReactNode
  /** Beside it, before the tools of the table. */
  actions?: ReactNode
}

/** The title of a table, in one line with the table's tools. */
export const TableTitle = ({ children, description, actions }: TableTitleProps) => (
  <Row justify="between" gap="md" style={{ minHeight: '2.25rem' }}>
    <Stack gap="none">
      <Text as="h2" kind="title">
        {children}
      </Text>
      {description && (
        <Text as="p" kind="quiet">
          {description}
        </Text>
      )}
    </Stack>
    {actions}
  </Row>
)
