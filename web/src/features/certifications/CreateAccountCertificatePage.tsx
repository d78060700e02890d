import { useNavigate } from '@tanstack/react-router'
import { AccountCertificateDraft, accountCertificates } from '@trellis/contract/issued-certificates'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../app/problem.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { alreadyAssigned, CertificateField } from './CertificateField.tsx'
import { CreatePage } from './CreatePage.tsx'

/** The page /accounts/{id}/certifications/create/account. */
export function CreateAccountCertificatePage({ accountId }: { accountId: string }) {
  const { t } = useTranslation('certifications')
  return (
    <CreatePage accountId={accountId} title={t('form.newOfAccount')}>
      <NewCertificate accountId={accountId} />
    </CreatePage>
  )
}

function NewCertificate({ accountId }: { accountId: string }) {
  const { t } = useTranslation('certifications')
  const navigate = useNavigate()
  const form = useZodForm(AccountCertificateDraft, { accountId, notes: '' })
  const create = useWrite(accountCertificates.create, {
    invalidates: ['/certificates', '/accounts'],
    success: 'certifications:form.done',
    failure: 'certifications:form.error',
    quiet: ['CC509'],
  })
  const toList = () => navigate({ to: '/accounts/$id/certifications', params: { id: accountId } })
  return (
    <Form
      form={form}
      label={t('form.newOfAccount')}
      onSubmit={async ({ notes, ...draft }) => {
        try {
          await create.mutateAsync({ body: { ...draft, notes: notes?.trim() ? notes : null } })
        } catch (error) {
          throw isProblem(error, 'CC509') ? alreadyAssigned('certificateId') : error
        }
        form.reset(form.getValues())
        await toList()
      }}
    >
      <CertificateField control={form.control} name="certificateId" kind="Account" accountId={accountId} />
      <TextAreaField control={form.control} name="notes" label={t('notes')} />
      <FormActions submit={t('form.submit')} onCancel={toList} />
    </Form>
  )
}
