import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { EntityLink } from './EntityLink.tsx'
import styles from './FiguresTable.module.css'
import { Stack, Text } from './layout.tsx'
import { useScrolls } from './table/scrolls.ts'

/** A name with its code below, as a link if the reader may open its page. */
export const ProductCell = ({ name, sku, href }: { name: string; sku: string; href?: string | null }) =>
  href ? (
    <EntityLink href={href} hint={sku}>
      {name}
    </EntityLink>
  ) : (
    <Stack gap="none">
      <Text>{name}</Text>
      <Text kind="small">{sku}</Text>
    </Stack>
  )

interface FiguresTableProps {
  label: string
  heads: readonly string[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
  /** The columns with text; the others have figures. */
  texts?: number
}

/** A small table of products and figures inside a panel or dialog. Its frame is focusable only when it scrolls sideways. */
export function FiguresTable({ label, heads, rows, texts = 1 }: FiguresTableProps) {
  const { ref, scrolls } = useScrolls()
  return (
    <div ref={ref} className={styles.scroll} {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': label })}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, index) => (
              <Table.Th key={head} scope="col" className={index < texts ? undefined : styles.number}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells }) => (
            <Table.Tr key={id}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]} className={index < texts ? undefined : styles.number}>
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
