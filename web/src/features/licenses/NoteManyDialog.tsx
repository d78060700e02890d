import { useQueryClient } from '@tanstack/react-query'
import type { LicenseRow } from '@trellis/contract/lean-rows'
import { LicenseNote, licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../app/calls.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale } from '../../app/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import type { BulkDialogProps } from './bulkActions.ts'
import { type KeyResult, KeyResults } from './KeyResults.tsx'

/** Gives many licenses the same note, one after the other, and shows what became of each. */
export default function NoteManyDialog({ licenses: chosen, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['licenses', 'errors'])
  const client = useQueryClient()
  const [results, setResults] = useState<readonly KeyResult[]>([])
  const [running, setRunning] = useState(false)
  const form = useZodForm(LicenseNote, { licenseNote: '' })
  const noted = chosen.filter(({ licenseNote }) => licenseNote).length
  const failures = results.filter(({ tone }) => tone === 'error')

  async function save(note: string | null, which: readonly LicenseRow[]) {
    setRunning(true)
    for (const { serialKey } of which) {
      const result = await call(licenses.note, { params: { serialKey }, body: { licenseNote: note } }).then(
        (): KeyResult => ({ serialKey, tone: 'success', state: t('licenses:bulk.states.done') }),
        (error: unknown): KeyResult => ({
          serialKey,
          tone: 'error',
          state: t('licenses:bulk.states.refused'),
          why: t(`errors:${isProblem(error) ? (error.code as 'RQ500') : 'RQ500'}`),
        }),
      )
      setResults((before) => [...before.filter((other) => other.serialKey !== serialKey), result])
    }
    setRunning(false)
    await markStale(client, ['/licenses'])
  }
  const noteOf = ({ licenseNote }: { licenseNote?: string | null | undefined }) =>
    licenseNote?.trim() ? licenseNote : null

  return (
    <Dialog opened onClose={onClose} busy={running} title={t('licenses:bulk.noteTitle', { count: chosen.length })}>
      {results.length === 0 && !running ? (
        <Form form={form} guard={false} onSubmit={(values) => save(noteOf(values), chosen)}>
          {noted > 0 && <Text as="p">{t('licenses:bulk.noteReplaces', { count: noted })}</Text>}
          <TextAreaField control={form.control} name="licenseNote" label={t('licenses:note')} maximum={2000} rows={5} />
          <FormActions submit={t('licenses:save')} onCancel={onClose} />
        </Form>
      ) : (
        <Stack>
          <Text as="p" role="status">
            {t('licenses:bulk.progress', { count: chosen.length, done: results.length })}
          </Text>
          <KeyResults results={results} />
          <DialogActions>
            {!running && failures.length > 0 && (
              <Button
                variant="default"
                onClick={() => {
                  const again = new Set(failures.map(({ serialKey }) => serialKey))
                  void save(
                    noteOf({ licenseNote: form.getValues('licenseNote') ?? null }),
                    chosen.filter(({ serialKey }) => again.has(serialKey)),
                  )
                }}
              >
                {t('licenses:bulk.again', { count: failures.length })}
              </Button>
            )}
            <Button disabled={running} autoFocus onClick={onClose}>
              {t('licenses:bulk.close')}
            </Button>
          </DialogActions>
        </Stack>
      )}
    </Dialog>
  )
}
