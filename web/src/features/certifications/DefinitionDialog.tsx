import {
  type Certificate,
  CertificateDraft,
  certificateKinds,
  certificateStatuses,
  certificates,
} from '@trellis/contract/certificates'
import { useTranslation } from 'react-i18next'
import { type TextKey, useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldRow, Form, FormActions, inputsOf, useZodForm } from '../../ui/form.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ColorField } from './ColorField.tsx'

interface DefinitionDialogProps {
  /** The definition to edit, `new` to add one, null when closed. */
  certificate: Certificate | 'new' | null
  onClose: () => void
}

const outcome = {
  // Badges of accounts have name and colour of the definition.
  invalidates: ['/certificates', '/accounts'],
  success: 'certifications:definition.saved' satisfies TextKey,
  failure: 'certifications:definition.saveError' satisfies TextKey,
} as const

export default function DefinitionDialog({ certificate, onClose }: DefinitionDialogProps) {
  const { t } = useTranslation('certifications')
  const own = certificate === 'new' ? null : certificate
  const title = own === null ? t('definition.add') : t('definition.editTitle', { name: own.name })
  return (
    <Dialog opened={certificate !== null} onClose={onClose} title={title}>
      {certificate !== null && (
        <DefinitionForm key={own?.certificateId} certificate={own} title={title} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface DefinitionFormProps {
  certificate: Certificate | null
  title: string
  onClose: () => void
}

function DefinitionForm({ certificate, title, onClose }: DefinitionFormProps) {
  const { t } = useTranslation('certifications')
  const form = useZodForm(CertificateDraft, {
    name: certificate?.name ?? '',
    description: certificate?.description ?? '',
    category: certificate?.category ?? '',
    badgeColor: certificate?.badgeColor ?? null,
    durationMonths: certificate?.durationMonths ?? 12,
    kind: certificate?.kind ?? 'User',
    status: certificate?.status ?? 'Confirmed',
  })
  const input = inputsOf(form)
  const create = useWrite(certificates.create, outcome)
  const update = useWrite(certificates.update, outcome)
  const wasIssued = certificate !== null && certificate.issued > 0
  return (
    <Form
      form={form}
      guard={false}
      label={title}
      onSubmit={async ({ description, category, badgeColor, ...rest }) => {
        const body = {
          ...rest,
          description: description?.trim() || null,
          category: category?.trim() || null,
          badgeColor: badgeColor || null,
        }
        await (certificate
          ? update.mutateAsync({ params: { id: certificate.certificateId }, body })
          : create.mutateAsync({ body }))
        onClose()
      }}
    >
      <TextField {...input('name')} label={t('definition.name')} required autoFocus />
      <TextAreaField {...input('description')} label={t('definition.description')} maximum={2000} />
      <FieldRow>
        <SelectField
          {...input('kind')}
          label={t('definition.kind')}
          description={wasIssued ? t('definition.kindStays') : undefined}
          disabled={wasIssued}
          required
          options={certificateKinds.map((kind) => ({ value: kind, label: t(`definition.kinds.${kind}`) }))}
        />
        <NumberField {...input('durationMonths')} label={t('definition.durationMonths')} required />
      </FieldRow>
      <FieldRow>
        <TextField {...input('category')} label={t('definition.category')} />
        <ColorField {...input('badgeColor')} label={t('definition.badgeColor')} />
      </FieldRow>
      <SelectField
        {...input('status')}
        label={t('status')}
        description={t('definition.statusText')}
        required
        options={certificateStatuses.map((status) => ({ value: status, label: t(`definition.statuses.${status}`) }))}
      />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}
