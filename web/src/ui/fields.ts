import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

/** Props of every form field. `control` is `form.control`; `name` is type-checked against the form's schema. */
export interface FieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  name: FieldPath<In>
  label: string
  /** Help text: what to enter, or what it is used for. */
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The common part of all fields: the value, and the props for a Mantine input. */
export function useField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { control, name, label, description, placeholder, required = false, disabled = false } = props
  const { field, fieldState } = useController<In, FieldPath<In>, Out>({ control, name })
  // Leaving an untouched empty field does not report "required"; that happens when the form is submitted.
  const isPassedBy = isEmpty(field.value) && !fieldState.isDirty
  return {
    value: field.value as unknown,
    change: (value: unknown) => field.onChange(value),
    input: {
      ref: field.ref,
      name: field.name,
      onBlur: () => {
        if (!isPassedBy) field.onBlur()
      },
      label,
      description,
      placeholder,
      withAsterisk: required,
      'aria-required': required || undefined,
      disabled,
      error: fieldState.error?.message,
    },
  }
}
