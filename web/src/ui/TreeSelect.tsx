import { Combobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboField, type ComboFieldProps, useTyping } from './ComboField.tsx'
import { Row, Text } from './layout.tsx'
import { useHeldWhilePressed } from './press.ts'
import styles from './TreeSelect.module.css'
import { flatten, search, type TreeNode } from './tree.ts'

export interface TreeSelectProps extends ComboFieldProps {
  roots: readonly TreeNode[]
  value: string | null
  onChange: (id: string | null, node: TreeNode | null) => void
  clearable?: boolean
  loading?: boolean
}

/** Maximum number of options rendered at once, so that a tree of thousands of nodes stays fast. */
const atMost = 80

/** Selects a node of a tree: shows the tree, or the nodes that match the typed text with their path. */
export function TreeSelect({ roots, value, onChange, clearable, loading = false, ...field }: TreeSelectProps) {
  const { t } = useTranslation('ui')
  const typing = useTyping()
  const { combobox, typed } = typing
  const sought = useDeferredValue(typed?.trim() ?? '')
  const leaves = useMemo(() => flatten(roots), [roots])
  const chosen = useMemo(() => leaves.find(({ node }) => node.id === value), [leaves, value])
  const found = useHeldWhilePressed(useMemo(() => search(leaves, sought), [leaves, sought]))
  const shown = found.slice(0, atMost)
  const choose = (id: string) => {
    onChange(id, leaves.find(({ node }) => node.id === id)?.node ?? null)
    combobox.closeDropdown()
  }
  return (
    <ComboField
      {...typing}
      field={field}
      placeholder={t('tree.placeholder')}
      chosen={chosen?.node.name}
      clear={chosen && (clearable ?? !field.required) ? () => onChange(null, null) : undefined}
      choose={choose}
      chooseFirst={() => {
        // Search again: the rendered list may be one keystroke behind the typed text.
        const first = search(leaves, typed ?? '').find(({ node }) => !node.disabled)
        if (first) choose(first.node.id)
      }}
      rightSection={<IconSelector size={16} aria-hidden />}
    >
      <Combobox.Dropdown hidden={loading && leaves.length === 0}>
        <Combobox.Options className={`${styles.options} ${sought === '' ? '' : styles.found}`} aria-label={field.label}>
          {shown.map(({ node, depth, path }) => (
            <Combobox.Option
              key={node.id}
              value={node.id}
              disabled={node.disabled ?? false}
              active={node.id === value}
              aria-selected={node.id === value}
              className={styles.option}
              style={{ paddingInlineStart: sought === '' ? `${0.625 + Math.min(depth, 6) * 1.125}rem` : undefined }}
            >
              <Row as="span" align="baseline" style={{ rowGap: 0, overflowWrap: 'anywhere' }}>
                {node.name}
                {node.hint && <Text kind="small">{node.hint}</Text>}
              </Row>
              {sought !== '' && path.length > 0 && <Text kind="small">{path.join(' › ')}</Text>}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
        </Combobox.Options>
        {found.length > shown.length && (
          <Combobox.Footer>
            <Text kind="small">{t('tree.more', { count: found.length - shown.length })}</Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </ComboField>
  )
}
