import { Table } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type Flag, type Module, modules, type Permissions } from '@trellis/contract/permissions'
import type { KeyboardEventHandler, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './permissions.module.css'

/** Ordered from reading to deleting; `cu`, which allows nothing by itself, comes last. */
export const shownFlags: readonly Flag[] = ['r', 'ra', 'c', 'u', 'd', 'cu']

interface PermissionsTableProps {
  /** The cell of a flag: a mark, or a box to tick. */
  mark: (module: Module, flag: Flag) => ReactNode
  onKeyDown?: KeyboardEventHandler | undefined
}

/** Every module with its permission flags; a legend explains the letters. Its words are those of the profile. */
export function PermissionsTable({ mark, onKeyDown }: PermissionsTableProps) {
  const { t } = useTranslation('profile')
  return (
    <Stack gap="sm">
      <Table
        className={styles.permissions}
        aria-label={t('permissions.title')}
        borderColor="var(--ui-line)"
        highlightOnHover
        highlightOnHoverColor="var(--ui-hover)"
        horizontalSpacing={0}
        verticalSpacing="0.375rem"
        onKeyDown={onKeyDown}
        stickyHeader
        // Stays below the top bar while the rows scroll.
        stickyHeaderOffset="var(--frame-top, 3.5rem)"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('permissions.module')}</Table.Th>
            {shownFlags.map((flag) => (
              <Table.Th key={flag} scope="col" ff="monospace" title={t(`permissions.flags.${flag}.word`)}>
                <span aria-hidden>{flag}</span>
                <VisuallyHidden>{t(`permissions.flags.${flag}.word`)}</VisuallyHidden>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {modules.map((module) => (
            <Table.Tr key={module}>
              <Table.Th scope="row">{t(`permissions.modules.${module}`)}</Table.Th>
              {shownFlags.map((flag) => (
                <Table.Td key={flag}>{mark(module, flag)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text as="h3" kind="strong">
        {t('permissions.legend')}
      </Text>
      <Stack as="dl" gap="xs">
        {shownFlags.map((flag) => (
          <Row key={flag} nowrap align="baseline">
            <Text as="dt" kind="strong" style={{ flex: '0 0 1.5rem', fontFamily: 'monospace' }}>
              {flag}
            </Text>
            <Text as="dd" kind="small">
              <b>{t(`permissions.flags.${flag}.word`)}</b>: {t(`permissions.flags.${flag}.text`)}
            </Text>
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}

/** Marks for what these permissions hold. */
export function heldIn(permissions: Permissions) {
  const flagsOf = new Map(permissions.map(({ module, flags }) => [module, flags.split('-')]))
  return (module: Module, flag: Flag) => <Mark held={flagsOf.get(module)?.includes(flag) ?? false} />
}

function Mark({ held }: { held: boolean }) {
  const { t } = useTranslation('profile')
  if (!held) return <NotHeld />
  return (
    <span style={{ color: 'var(--ui-success-solid)' }}>
      <IconCheck size={16} stroke={2.4} display="inline" aria-hidden />
      <VisuallyHidden>{t('permissions.held')}</VisuallyHidden>
    </span>
  )
}

/** A flag that is not held, or cannot be given. */
export function NotHeld() {
  const { t } = useTranslation('profile')
  return (
    <span style={{ color: 'var(--ui-text-3)' }}>
      <span aria-hidden>·</span>
      <VisuallyHidden>{t('permissions.notHeld')}</VisuallyHidden>
    </span>
  )
}
