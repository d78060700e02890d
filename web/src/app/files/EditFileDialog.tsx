import type { FileUpdate } from '@trellis/contract/files'
import { requiredText, text } from '@trellis/contract/values'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface EditFileDialogProps {
  file: { fileName: string; fileNote: string | null }
  onClose: () => void
  onSave: (change: FileUpdate) => Promise<unknown>
}

/** Edits name and note of a file or of an attachment. */
export function EditFileDialog(props: EditFileDialogProps) {
  const { t } = useTranslation('files')
  return (
    <Dialog opened onClose={props.onClose} title={t('editTitle')} size="sm">
      <EditForm {...props} />
    </Dialog>
  )
}

const Draft = z.object({ fileName: requiredText(), fileNote: text() })

function EditForm({ file, onClose, onSave }: EditFileDialogProps) {
  const { t } = useTranslation('files')
  const form = useZodForm(Draft, { fileName: file.fileName, fileNote: file.fileNote ?? '' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('editTitle')}
      onSubmit={async ({ fileName, fileNote }) => {
        await onSave({ fileName, fileNote: fileNote || null })
        onClose()
      }}
    >
      <TextField control={form.control} name="fileName" label={t('name')} required autoFocus />
      <TextAreaField control={form.control} name="fileNote" label={t('notes')} />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
