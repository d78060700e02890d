import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import type { FieldProps } from '../../ui/fields.ts'
import { FieldRow, Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { alreadyAssigned, CertificateField } from './CertificateField.tsx'
import { CreatePage } from './CreatePage.tsx'
import { holdersQuery } from './queries.ts'
import { payloadOf, UserDraft } from './userDraft.ts'

/** The page /accounts/{id}/certifications/create. */
export function CreateUserCertificatePage({ accountId }: { accountId: string }) {
  const { t } = useTranslation('certifications')
  return (
    <CreatePage accountId={accountId} title={t('form.newOfUser')}>
      <NewCertificate accountId={accountId} />
    </CreatePage>
  )
}

function NewCertificate({ accountId }: { accountId: string }) {
  const { t } = useTranslation('certifications')
  const navigate = useNavigate()
  const form = useZodForm(UserDraft, {
    parentAccountId: accountId,
    isGuestCertificate: false,
    userId: null,
    userFirstName: '',
    userLastName: '',
    notes: '',
  })
  const [isGuest, certificateId] = useWatch({ control: form.control, name: ['isGuestCertificate', 'certificateId'] })
  const create = useWrite(userCertificates.create, {
    invalidates: ['/certificates', '/accounts'],
    success: 'certifications:form.done',
    failure: 'certifications:form.error',
    quiet: ['CC509'],
  })
  const toList = () => navigate({ to: '/accounts/$id/certifications', params: { id: accountId } })
  return (
    <Form
      form={form}
      label={t('form.newOfUser')}
      onSubmit={async (draft) => {
        try {
          await create.mutateAsync({ body: payloadOf(draft) })
        } catch (error) {
          throw isProblem(error, 'CC509')
            ? alreadyAssigned(draft.isGuestCertificate ? 'userLastName' : 'userId')
            : error
        }
        form.reset(form.getValues())
        await toList()
      }}
    >
      <CertificateField control={form.control} name="certificateId" kind="User" accountId={accountId} />
      <SwitchField
        control={form.control}
        name="isGuestCertificate"
        label={t('form.isGuest')}
        description={t('form.isGuestText')}
      />
      {isGuest ? (
        <FieldRow>
          <TextField control={form.control} name="userFirstName" label={t('firstName')} required />
          <TextField control={form.control} name="userLastName" label={t('lastName')} required />
        </FieldRow>
      ) : (
        <HolderField control={form.control} accountId={accountId} certificateId={certificateId} />
      )}
      <TextAreaField control={form.control} name="notes" label={t('notes')} />
      <FormActions submit={t('form.submit')} onCancel={toList} />
    </Form>
  )
}

interface HolderFieldProps extends Pick<FieldProps<z.input<typeof UserDraft>, z.output<typeof UserDraft>>, 'control'> {
  accountId: string
  certificateId: string | undefined
}

/** Chooses the recipient among the account's users who do not have a valid certificate of this kind. */
function HolderField({ control, accountId, certificateId }: HolderFieldProps) {
  const { t } = useTranslation('certifications')
  const isChosen = certificateId !== undefined && certificateId !== null
  const { data, error, isLoading, refetch } = useQuery({
    ...holdersQuery(certificateId ?? '', accountId),
    enabled: isChosen,
  })
  return (
    <>
      {error !== null && (
        <ErrorBlock error={error} title={t('form.usersFailed')} shape="line" retry={() => void refetch()} />
      )}
      <SelectField
        control={control}
        name="userId"
        label={t('form.user')}
        description={isChosen ? undefined : t('form.certificateFirst')}
        required
        disabled={!isChosen}
        loading={isLoading}
        empty={t('form.nobody')}
        options={(data ?? []).map(({ userId, firstName, lastName }) => ({
          value: userId,
          label: `${firstName} ${lastName}`,
        }))}
      />
    </>
  )
}
