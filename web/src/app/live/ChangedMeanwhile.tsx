import type { LiveKind } from '@trellis/contract/live'
import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import type { ZodForm } from '../../ui/form.tsx'
import { Fact, Facts, Row, Stack, Text } from '../../ui/layout.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { authorOf } from './authors.ts'
import styles from './ChangedMeanwhile.module.css'
import { changesMeanwhile, type FieldChange, together } from './meanwhile.ts'

interface ChangedMeanwhileProps<In extends FieldValues, Out> {
  form: ZodForm<In, Out>
  /** What the record has now, in the fields of the form. */
  fresh: In
  /** Null: changes of such records are not announced, so who made them is not known. */
  kind: LiveKind | null
  id: string
  /** The fields' names for the reader, by their paths. */
  labels: Readonly<Record<string, string>>
}

/**
 * The last thing before the buttons of a form: says who saved other values of the record while it is open, and shows them on request. What was typed
 * stays; fields that were not touched take over what others saved, so that saving does not put back what was there.
 */
export function ChangedMeanwhile<In extends FieldValues, Out>(props: ChangedMeanwhileProps<In, Out>) {
  const { form, fresh, kind, id, labels } = props
  const { t } = useTranslation()
  const known = useRef(fresh)
  const [changes, setChanges] = useState<readonly FieldChange[]>([])
  const [isShown, setShown] = useState(false)
  const text = JSON.stringify(fresh)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the values change, not whenever they are built anew
  useEffect(() => {
    const before = known.current
    known.current = fresh
    // One's own save is answered with the new values too.
    if (form.formState.isSubmitting || JSON.stringify(before) === text) return
    const found = changesMeanwhile(before, fresh, form.getValues())
    if (found.length > 0) setChanges((earlier) => together(earlier, found))
    form.reset(fresh as DefaultValues<In>, { keepDirtyValues: true, keepErrors: true, keepTouched: true })
  }, [text])
  const named = changes.filter(({ path }) => path in labels)
  if (named.length === 0) return null
  const by = kind && authorOf(kind, id)
  const fields = named.map(({ path }) => labels[path]).join(', ')
  return (
    <div className={styles.place}>
      <Notice
        action={
          <Row gap="xs">
            <Button variant="subtle" size="compact-sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {t(isShown ? 'live.hide' : 'live.show')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => setChanges([])}>
              {t('live.dismiss')}
            </Button>
          </Row>
        }
      >
        <Stack gap="xs">
          <Text>{by === null ? t('live.changedFields', { fields }) : t('live.changedFieldsBy', { by, fields })}</Text>
          {isShown && (
            <Facts>
              {named.map(({ path, before, now, isTyped }) => (
                <Fact key={path} label={labels[path]} wide>
                  <Text as="del">{before || <NoValue />}</Text> → {now || <NoValue />}
                  {isTyped && <Text kind="small"> {t('live.yoursStays')}</Text>}
                </Fact>
              ))}
            </Facts>
          )}
        </Stack>
      </Notice>
    </div>
  )
}
