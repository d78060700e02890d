import { type Environment, EnvironmentDraft, EnvironmentUpdate, environments } from '@trellis/contract/environments'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile } from '../../app/live/ChangedMeanwhile.tsx'
import { type TextKey, useWrite } from '../../app/useWrite.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import type { FieldProps } from '../../ui/fields.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface EnvironmentDialogProps {
  /** The environment to edit, `new` to add one, null when closed. */
  environment: Environment | 'new' | null
  /** The account that a new one belongs to. */
  accountId: string
  onClose: () => void
}

export const saving = {
  invalidates: ['/onPremiseEnvironments', '/licenses'],
  success: 'environments:onPremEnvSaveSuccess' satisfies TextKey,
  failure: 'environments:onPremEnvSaveError' satisfies TextKey,
} as const

export function EnvironmentDialog({ environment, accountId, onClose }: EnvironmentDialogProps) {
  const { t } = useTranslation('environments')
  const isNew = environment === 'new'
  return (
    <Dialog
      opened={environment !== null}
      onClose={onClose}
      title={isNew || environment === null ? t('add') : t('editTitle', { name: environment.customerName })}
    >
      {isNew ? (
        <NewForm accountId={accountId} onClose={onClose} />
      ) : (
        environment !== null && (
          <EditForm key={environment.onPremiseEnvironmentId} environment={environment} onClose={onClose} />
        )
      )}
    </Dialog>
  )
}

function NewForm({ accountId, onClose }: Pick<EnvironmentDialogProps, 'accountId' | 'onClose'>) {
  const { t } = useTranslation('environments')
  const form = useZodForm(EnvironmentDraft, { accountId, customerName: '', customerEnvironmentId: '' })
  const create = useWrite(environments.create, saving)
  return (
    <Form
      form={form}
      guard={false}
      label={t('add')}
      onSubmit={async (body) => {
        await create.mutateAsync({ body })
        onClose()
      }}
    >
      <NameFields control={form.control} />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}

function EditForm({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { t } = useTranslation('environments')
  const { customerName, customerEnvironmentId, onPremiseEnvironmentId: id } = environment
  const fresh = { customerName, customerEnvironmentId }
  const form = useZodForm(EnvironmentUpdate, fresh)
  const update = useWrite(environments.update, { ...saving, of: () => environment })
  return (
    <Form
      form={form}
      guard={false}
      label={t('editTitle', { name: customerName })}
      onSubmit={async (body) => {
        await update.mutateAsync({ params: { id }, body })
        onClose()
      }}
    >
      <NameFields control={form.control} />
      <ChangedMeanwhile
        form={form}
        fresh={fresh}
        kind="environment"
        id={id}
        labels={{ customerName: t('customerName'), customerEnvironmentId: t('customerEnvironmentId') }}
      />
      <FormActions submit={t('save')} onCancel={onClose} />
    </Form>
  )
}

/** The two names of an environment, in dialogs and on the page of a new one. */
export function NameFields<In extends FieldValues, Out>({ control }: Pick<FieldProps<In, Out>, 'control'>) {
  const { t } = useTranslation('environments')
  const name = (field: 'customerName' | 'customerEnvironmentId') => field as FieldProps<In, Out>['name']
  return (
    <>
      <TextField control={control} name={name('customerName')} label={t('customerName')} required autoFocus />
      <TextField
        control={control}
        name={name('customerEnvironmentId')}
        label={t('customerEnvironmentId')}
        description={t('customerEnvironmentIdText')}
        required
      />
    </>
  )
}
