import { CertificateNotes, certificates } from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import type { Issued } from './issued.ts'

interface NotesDialogProps {
  issued: Issued
  opened: boolean
  onClose: () => void
}

export function NotesDialog({ issued, opened, onClose }: NotesDialogProps) {
  const { t } = useTranslation('certifications')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('changeNotes')}>
      <NotesForm issued={issued} onClose={onClose} />
    </Dialog>
  )
}

const Draft = z.pick(CertificateNotes, { notes: true })

function NotesForm({ issued, onClose }: Omit<NotesDialogProps, 'opened'>) {
  const { t } = useTranslation('certifications')
  const form = useZodForm(Draft, { notes: issued.notes ?? '' })
  const save = useWrite(certificates.updateNotes, {
    invalidates: ['/certificates'],
    success: 'certifications:updated',
    failure: 'certifications:updateError',
  })
  const named = issued.kind === 'User' ? { userCertificateId: issued.id } : { accountCertificateId: issued.id }
  return (
    <Form
      form={form}
      guard={false}
      label={t('changeNotes')}
      onSubmit={async ({ notes }) => {
        await save.mutateAsync({ body: { ...named, notes: notes?.trim() ? notes : null } })
        onClose()
      }}
    >
      <TextAreaField control={form.control} name="notes" label={t('notes')} rows={5} />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
