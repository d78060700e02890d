import { useQuery } from '@tanstack/react-query'
import type { CertificateKind } from '@trellis/contract/certificates'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import type { FieldProps } from '../../ui/fields.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { availableQuery } from './queries.ts'

interface CertificateFieldProps<In extends FieldValues, Out> extends Pick<FieldProps<In, Out>, 'control' | 'name'> {
  kind: CertificateKind
  accountId: string
  onChosen?: () => void
}

/** Form field to choose what is issued, with the months that it is valid. */
export function CertificateField<In extends FieldValues, Out>(props: CertificateFieldProps<In, Out>) {
  const { control, name, kind, accountId, onChosen = () => undefined } = props
  const { t } = useTranslation('certifications')
  const { data = [], error, isLoading, refetch } = useQuery(availableQuery(kind, accountId))
  const [chosen, setChosen] = useState<string | number | null>(null)
  const description = data.find(({ certificateId }) => certificateId === chosen)?.description
  return (
    <>
      {error !== null && <ErrorBlock error={error} title={t('fetchError')} shape="line" retry={() => void refetch()} />}
      <SelectField
        control={control}
        name={name}
        label={t('certificate')}
        required
        loading={isLoading}
        empty={t(kind === 'User' ? 'form.noneForUsers' : 'form.noneForAccounts')}
        options={data.map(({ certificateId, name, durationMonths }) => ({
          value: certificateId,
          label: t('form.option', { name, count: durationMonths }),
        }))}
        onChosen={(value) => {
          setChosen(value)
          onChosen()
        }}
        {...(description && { description })}
      />
    </>
  )
}

/** What a form shows at one of its fields when the same certificate is living already (CC509). */
export const alreadyAssigned = (field: string) => ({
  info: { issues: [{ path: [field], code: 'custom', message: 'already_assigned' }] },
})
