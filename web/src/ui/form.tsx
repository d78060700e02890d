import { toNestErrors } from '@hookform/resolvers'
import { Group } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  FormProvider,
  get,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'
import { loadFaultWords, useFaultWords } from './faults.ts'
import styles from './form.module.css'
import { fieldPath, type Issue, isNothing, issuesOf, wordsFor } from './issues.ts'
import { Columns, Stack, Text } from './layout.tsx'
import { useLeaveGuard } from './leave.tsx'
import { useRelease } from './press.ts'

/** The part of a Zod schema that forms need: input type, output type, and `safeParse`. */
export interface FormSchema<In, Out> {
  readonly _zod: { readonly input: In; readonly output: Out }
  safeParse(value: unknown): { success: true; data: Out } | { success: false; error: { issues: readonly Issue[] } }
}

/** A form whose values are those of a schema. */
export type ZodForm<In extends FieldValues, Out> = UseFormReturn<In, unknown, Out>

/**
 * An emptied field holds '' or null, where a schema expects it to be absent. Empty values that the schema
 * rejects are removed and the rest is parsed again: an optional e-mail may be empty, and a required one
 * reports "required" instead of "not an e-mail".
 */
function parse<In, Out>(schema: FormSchema<In, Out>, values: unknown): ReturnType<FormSchema<In, Out>['safeParse']> {
  const first = schema.safeParse(values)
  if (first.success) return first
  const empty = first.error.issues.filter((issue) => {
    const value = get(values, fieldPath(issue.path))
    return value !== undefined && isNothing(value)
  })
  if (empty.length === 0) return first
  const without = structuredClone(values)
  for (const issue of empty) {
    const path = Array.isArray(issue.path) ? issue.path : []
    const parent: unknown = path.length > 1 ? get(without, fieldPath(path.slice(0, -1))) : without
    if (typeof parent === 'object' && parent !== null) delete (parent as Record<string, unknown>)[String(path.at(-1))]
  }
  const second = schema.safeParse(without)
  if (second.success) return second
  // Zod skips refinements that compare fields when a field is missing, so keep those issues of the first parse.
  const said = new Set(second.error.issues.map((issue) => fieldPath(issue.path)))
  const kept = first.error.issues.filter((issue) => !empty.includes(issue) && !said.has(fieldPath(issue.path)))
  return { success: false, error: { issues: [...second.error.issues, ...kept] } }
}

/** Returns a function that translates an issue. */
export function useIssueText(): (issue: Issue, value: unknown) => string {
  const say = useFaultWords()
  return useCallback(
    (issue, value) => {
      const { key, values } = wordsFor(issue, value)
      // Only decimals bring no count: those of amounts.
      return say(key, { count: 4, minimum: 0, maximum: 0, ...values })
    },
    [say],
  )
}

/** A form validated by a schema of the contract: first on blur, then on every change. */
export function useZodForm<In extends FieldValues, Out>(
  schema: FormSchema<In, Out>,
  defaults: DefaultValues<In>,
): ZodForm<In, Out> {
  const text = useIssueText()
  const release = useRelease()
  const resolver: Resolver<In, unknown, Out> = async (values, _context, options) => {
    // Pressing a button blurs the field. Wait for the release: an error message inserted now would move the
    // button away from the pointer before the click.
    await release()
    const parsed = parse(schema, values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    await loadFaultWords()
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of parsed.error.issues) {
      const path = fieldPath(issue.path)
      errors[path] ??= { type: issue.code ?? 'invalid', message: text(issue, get(values, path)) }
    }
    return { values: {}, errors: toNestErrors(errors as unknown as FieldErrors<In>, options) }
  }
  return useForm<In, unknown, Out>({ resolver, defaultValues: defaults, mode: 'onTouched', reValidateMode: 'onChange' })
}

/** The field of an issue: of the value itself, or of the list or object that has it when one field holds the whole. */
function fieldFor(path: string): string | undefined {
  return [path, path.replace(/\.[^.]+$/, '')].find((name) => document.getElementsByName(name).length > 0)
}

/**
 * Shows the issues of a rejected save at their fields and focuses the first. Returns true when every issue
 * has a field. Typed values stay.
 */
export function applyProblem<In extends FieldValues, Out>(
  form: ZodForm<In, Out>,
  error: unknown,
  text: (issue: Issue, value: unknown) => string,
): boolean {
  const values = form.getValues()
  let placed = 0
  const issues = issuesOf(error)
  for (const issue of issues) {
    const path = fieldFor(fieldPath(issue.path)) as Path<In> | undefined
    if (path === undefined) continue
    form.setError(
      path,
      { type: 'server', message: issue.words ?? text(issue, get(values, path)) },
      { shouldFocus: placed === 0 },
    )
    placed += 1
  }
  return issues.length > 0 && placed === issues.length
}

/** Binds inputs to the fields of a form: `<TextField {...input('name')} label={…} />`. */
export const inputsOf =
  <In extends FieldValues, Out>({ control }: Pick<ZodForm<In, Out>, 'control'>) =>
  (name: FieldPath<In>) => ({ control, name })

const FormContext = createContext<{ saving: boolean }>({ saving: false })

interface FormProps<In extends FieldValues, Out> {
  form: ZodForm<In, Out>
  /** When it rejects with a server error, the form shows the error: at its fields, or above the form. */
  onSubmit: (values: Out) => unknown
  children: ReactNode
  /** Asks before leaving with unsaved changes. False for sign-in and search forms. */
  guard?: boolean
  /** Accessible name of the form. */
  label?: string
}

export function Form<In extends FieldValues, Out>(props: FormProps<In, Out>) {
  const { form, onSubmit, children, guard = true, label } = props
  const text = useIssueText()
  const [failure, setFailure] = useState<unknown>(null)
  const notice = useRef<HTMLDivElement>(null)
  const { isDirty, isSubmitting } = form.formState
  useEffect(() => {
    if (failure !== null) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  // When the session is lost, the form is hidden until the user signs in again: drop an error from before.
  useEffect(() => () => setFailure(null), [])
  useLeaveGuard(guard && isDirty && !isSubmitting)
  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await onSubmit(values)
      // The saved values are the new defaults: the leave guard then asks only about later changes.
      form.reset(form.getValues())
    } catch (error) {
      if (!applyProblem(form, error, text)) setFailure(error)
    }
  })
  return (
    <FormProvider {...form}>
      <FormContext value={{ saving: isSubmitting }}>
        <form
          noValidate
          className={styles.form}
          aria-label={label}
          onSubmit={(event) => {
            event.stopPropagation()
            void submit(event)
          }}
        >
          {failure !== null && (
            <div ref={notice} className={styles.notice}>
              <ErrorBlock error={failure} shape="line" />
            </div>
          )}
          {children}
        </form>
      </FormContext>
    </FormProvider>
  )
}

/** Fields side by side; stacked when there is too little room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <Columns min="11rem" gap="lg" align="start">
    {children}
  </Columns>
)

/** A group of fields with a legend. */
export function FieldGroup(props: { legend: string; description?: ReactNode; children: ReactNode }) {
  const { legend, description, children } = props
  return (
    <Stack as="fieldset">
      <Text as="legend" kind="title" className={styles.legend}>
        {legend}
      </Text>
      {description && (
        <Text as="p" kind="quiet" style={{ marginTop: '-0.75rem' }}>
          {description}
        </Text>
      )}
      {children}
    </Stack>
  )
}

interface FormActionsProps {
  /** The verb on the submit button: "Save". */
  submit: string
  /** Adds a button that leaves the form. */
  onCancel?: () => unknown
  /** Its text; "Cancel" by default. */
  cancel?: string
  /** More buttons beside it. */
  children?: ReactNode
  disabled?: boolean
  fullWidth?: boolean
  /** `danger` is for actions that cannot be undone; the initial focus is then on the cancel button. */
  color?: 'brand' | 'danger'
}

export function FormActions(props: FormActionsProps) {
  const { submit, onCancel, cancel, children, disabled = false, fullWidth = false, color = 'brand' } = props
  const { t } = useTranslation('ui')
  const { saving } = use(FormContext)
  return (
    <Group justify="flex-end" gap="sm" mt="xs" className={styles.actions ?? ''}>
      {onCancel && (
        <Button variant="default" onClick={() => void onCancel()} data-autofocus={color === 'danger' || undefined}>
          {cancel ?? t('cancel')}
        </Button>
      )}
      {children}
      {/* Also the form that is saved keeps the focus where it is. */}
      <Button
        type="submit"
        loading={saving}
        fullWidth={fullWidth}
        color={color}
        {...(disabled && { 'data-disabled': true, 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
      >
        {submit}
      </Button>
    </Group>
  )
}
