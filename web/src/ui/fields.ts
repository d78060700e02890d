import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'

/** What each field of a form takes. `control` is `form.control`; `name` is checked against the form's schema. */
export interface FieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  name: FieldPath<In>
  label: string
  /** Says what to put in, or what for. */
  description?: ReactNode
  placeholder?: string
  required?: boolean
  disabled?: boolean
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** What is common to all fields: their value, and the attributes a Mantine input takes from here. */
export function useField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { control, name, label, description, placeholder, required = false, disabled = false } = props
  const { field, fieldState } = useController<In, FieldPath<In>, Out>({ control, name })
  // A field that was as empty before it was come through is missed when the form is sent, not sooner.
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
