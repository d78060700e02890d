import { type License, LicenseNote, licenses } from '@trellis/contract/licenses'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'

interface NoteDialogProps {
  license: License
  opened: boolean
  onClose: () => void
}

export function NoteDialog({ license, opened, onClose }: NoteDialogProps) {
  const { t } = useTranslation('licenses')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('editNote')}>
      <NoteForm license={license} onClose={onClose} />
    </Dialog>
  )
}

function NoteForm({ license, onClose }: Omit<NoteDialogProps, 'opened'>) {
  const { t } = useTranslation('licenses')
  const fresh = { licenseNote: license.licenseNote ?? '' }
  const form = useZodForm(LicenseNote, fresh)
  const save = useWrite(licenses.note, {
    invalidates: ['/licenses'],
    success: 'licenses:updated',
    failure: 'licenses:updateError',
    of: () => license,
  })
  return (
    <Form
      form={form}
      guard={false}
      onSubmit={async ({ licenseNote }) => {
        await save.mutateAsync({
          params: { serialKey: license.serialKey },
          body: { licenseNote: licenseNote?.trim() ? licenseNote : null },
        })
        onClose()
      }}
    >
      <TextAreaField control={form.control} name="licenseNote" label={t('note')} maximum={2000} rows={5} />
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="license"
        id={license.licenseId}
        labels={{ licenseNote: t('note') }}
      />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
