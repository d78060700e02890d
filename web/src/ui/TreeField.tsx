import type { FieldValues } from 'react-hook-form'
import { type FieldProps, useField } from './fields.ts'
import { TreeSelect } from './TreeSelect.tsx'
import type { TreeNode } from './tree.ts'

interface TreeFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  roots: readonly TreeNode[]
  loading?: boolean
  /** Called after the value has changed. */
  onChosen?: (node: TreeNode | null) => void
}

/** Form field to choose a node of a tree; its value is the node's id. */
export function TreeField<In extends FieldValues, Out>(props: TreeFieldProps<In, Out>) {
  const { roots, loading = false, onChosen, required = false } = props
  const { value, change, input } = useField(props)
  const { withAsterisk: _, 'aria-required': __, ...attributes } = input
  return (
    <TreeSelect
      {...attributes}
      required={required}
      roots={roots}
      loading={loading}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(id, node) => {
        change(id)
        onChosen?.(node)
      }}
    />
  )
}
