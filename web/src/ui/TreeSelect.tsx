import { Combobox, Input, InputBase, useCombobox } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type ReactNode, type Ref, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onFound } from './firstFound.ts'
import { useHeldWhilePressed } from './press.ts'
import styles from './TreeSelect.module.css'
import { flatten, search, type TreeNode } from './tree.ts'

export interface TreeSelectProps {
  roots: readonly TreeNode[]
  value: string | null
  onChange: (id: string | null, node: TreeNode | null) => void
  label: string
  description?: ReactNode
  placeholder?: string | undefined
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  clearable?: boolean
  loading?: boolean
  name?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Maximum number of options rendered at once, so that a tree of thousands of nodes stays fast. */
const atMost = 80

/** Selects a node of a tree: shows the tree, or the nodes that match the typed text with their path. */
export function TreeSelect(props: TreeSelectProps) {
  const { roots, value, onChange, required = false, disabled = false, clearable = !required, loading = false } = props
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState<string | null>(null)
  const sought = useDeferredValue(typed?.trim() ?? '')
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(null)
    },
  })
  const leaves = useMemo(() => flatten(roots), [roots])
  const chosen = useMemo(() => leaves.find(({ node }) => node.id === value), [leaves, value])
  const found = useHeldWhilePressed(useMemo(() => search(leaves, sought), [leaves, sought]))
  const shown = found.slice(0, atMost)
  const choose = (id: string) => {
    onChange(id, leaves.find(({ node }) => node.id === id)?.node ?? null)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" withinPortal>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          ref={props.ref}
          name={props.name}
          label={props.label}
          description={props.description}
          error={props.error}
          withAsterisk={required}
          aria-required={required || undefined}
          disabled={disabled}
          role="combobox"
          aria-autocomplete="list"
          autoComplete="off"
          maxLength={255}
          placeholder={props.placeholder ?? t('tree.placeholder')}
          value={typed ?? chosen?.node.name ?? ''}
          rightSection={
            clearable && chosen && !disabled ? (
              <Input.ClearButton
                aria-label={t('clearField', { field: props.label })}
                onClick={() => onChange(null, null)}
              />
            ) : (
              <IconSelector size={16} aria-hidden />
            )
          }
          rightSectionPointerEvents={clearable && chosen ? 'all' : 'none'}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (!typed?.trim()) return
            onFound(event, () => {
              // Search again: the rendered list may be one keystroke behind the typed text.
              const first = search(leaves, typed).find(({ node }) => !node.disabled)
              if (first) choose(first.node.id)
            })
          }}
          onBlur={() => {
            combobox.closeDropdown()
            props.onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={loading && leaves.length === 0}>
        <Combobox.Options className={`${styles.options} ${sought === '' ? '' : styles.found}`} aria-label={props.label}>
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
              <span className={styles.name}>
                {node.name}
                {node.hint && <span className={styles.hint}>{node.hint}</span>}
              </span>
              {sought !== '' && path.length > 0 && <span className={styles.path}>{path.join(' › ')}</span>}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{t('nothingFound')}</Combobox.Empty>}
        </Combobox.Options>
        {found.length > shown.length && (
          <Combobox.Footer className={styles.more}>
            {t('tree.more', { count: found.length - shown.length })}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
