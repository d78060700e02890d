import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { environments } from '@trellis/contract/environments'
import { type License, LicenseExportError, licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { fileOf } from '../../app/calls.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { download } from '../../ui/download.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Text } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toast.tsx'

interface ExportDialogProps {
  license: License
  opened: boolean
  onClose: () => void
}

const Draft = z.object({ onPremisesEnvironmentId: z.string().check(z.minLength(1)) })
const Errors = z.object({ errors: z.array(LicenseExportError) })

/** Exports a license to an environment of its owner and downloads the `.lic` file. */
export function ExportDialog({ license, opened, onClose }: ExportDialogProps) {
  const { t } = useTranslation('licenses')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('export.title')}>
      {opened && <ExportForm license={license} onClose={onClose} />}
    </Dialog>
  )
}

function ExportForm({ license, onClose }: Omit<ExportDialogProps, 'opened'>) {
  const { t } = useTranslation('licenses')
  const client = useQueryClient()
  const { accountId, accountName } = license.ownerAccount
  const options = useQuery(queryOf(environments.lookup, { params: { accountId } }))
  const [failure, setFailure] = useState<{ error: unknown; reason: string } | null>(null)
  const form = useZodForm(Draft, { onPremisesEnvironmentId: license.exportOnPremiseEnvironmentId ?? '' })
  return (
    <Form
      form={form}
      guard={false}
      label={t('export.title')}
      onSubmit={async ({ onPremisesEnvironmentId }) => {
        setFailure(null)
        try {
          const body = {
            parentAccountId: accountId,
            onPremisesEnvironmentId,
            serials: [{ serialKey: license.serialKey }],
          }
          download(`${license.serialKey}.lic`, await fileOf(licenses.export, { body }))
          toast.success(t('export.done'))
          onClose()
          await markStale(client, ['/licenses', '/onPremiseEnvironments'])
        } catch (error) {
          const reasons = isProblem(error, 'LC522') ? Errors.safeParse(error.info) : undefined
          const [first] = reasons?.success ? reasons.data.errors : []
          if (first === undefined) throw error
          setFailure({ error, reason: t(`export.reasons.${first.reason}`) })
        }
      }}
    >
      {license.licenseExport === null && <Text as="p">{t('export.text')}</Text>}
      {failure && <ErrorBlock shape="line" error={failure.error} title={failure.reason} />}
      <SelectField
        control={form.control}
        name="onPremisesEnvironmentId"
        label={t('export.environment', { account: accountName })}
        required
        disabled={license.licenseExport !== null}
        loading={options.isPending}
        empty={t('export.noEnvironments')}
        options={(options.data ?? []).map(({ onPremiseEnvironmentId, customerName, customerEnvironmentId }) => ({
          value: onPremiseEnvironmentId,
          label: `${customerName} · ${customerEnvironmentId}`,
        }))}
      />
      {options.data?.length === 0 && (
        <EntityLink href={`/environments/create?account=${accountId}`}>{t('export.addEnvironment')}</EntityLink>
      )}
      <FormActions submit={t('export.submit')}>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
