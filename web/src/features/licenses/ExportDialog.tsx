import { useQuery, useQueryClient } from '@tanstack/react-query'
import { environments } from '@trellis/contract/environments'
import type { LicenseRow } from '@trellis/contract/lean-rows'
import { LicenseExportError } from '@trellis/contract/license-changes'
import { licenses } from '@trellis/contract/licenses'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { fileOf } from '../../app/calls.ts'
import { useAccountHref } from '../../app/network.ts'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { download } from '../../ui/download.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toast.tsx'
import { KeyResults } from './KeyResults.tsx'

interface ExportDialogProps {
  /** Licenses of one owner. */
  licenses: readonly [LicenseRow, ...LicenseRow[]]
  opened: boolean
  onClose: () => void
}

const Draft = z.object({ onPremisesEnvironmentId: z.string().check(z.minLength(1)) })
const Errors = z.object({ errors: z.array(LicenseExportError) })

/** Exports licenses, all or none, to an environment of their owner and downloads the `.lic` file. */
export function ExportDialog({ licenses: chosen, opened, onClose }: ExportDialogProps) {
  const { t } = useTranslation('licenses')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('export.title')}>
      {opened && <ExportForm licenses={chosen} onClose={onClose} />}
    </Dialog>
  )
}

function ExportForm({ licenses: chosen, onClose }: Omit<ExportDialogProps, 'opened'>) {
  const { t } = useTranslation('licenses')
  const client = useQueryClient()
  const accountHrefOf = useAccountHref()
  const [first] = chosen
  const { accountId, accountName } = first.ownerAccount
  const earlier = chosen.find(({ exportOnPremiseEnvironmentId }) => exportOnPremiseEnvironmentId !== null)
  const options = useQuery(queryOf(environments.lookup, { params: { accountId } }))
  const [failure, setFailure] = useState<readonly LicenseExportError[] | null>(null)
  const form = useZodForm(Draft, { onPremisesEnvironmentId: earlier?.exportOnPremiseEnvironmentId ?? '' })
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
            serials: chosen.map(({ serialKey }) => ({ serialKey })),
          }
          download(`${first.serialKey}.lic`, await fileOf(licenses.export, { body }))
          toast.success(t('export.done', { count: chosen.length }))
          onClose()
          await markStale(client, ['/licenses', '/onPremiseEnvironments'])
        } catch (error) {
          const reasons = isProblem(error, 'LC522') ? Errors.safeParse(error.info) : undefined
          if (!reasons?.success || reasons.data.errors.length === 0) throw error
          setFailure(reasons.data.errors)
        }
      }}
    >
      {chosen.some(({ licenseExport }) => licenseExport === null) && (
        <Text as="p">{t('export.text', { count: chosen.length })}</Text>
      )}
      <Text as="p" kind="quiet">
        <LinkedText names={{ account: { name: accountName, href: accountHrefOf(accountId) } }}>
          {(marks) => t('export.owner', marks)}
        </LinkedText>
      </Text>
      {failure && (
        <Stack gap="sm" role="alert">
          <Text as="p">{t('export.refused', { count: chosen.length })}</Text>
          <KeyResults
            results={failure.map(({ serialKey, reason }) => ({
              serialKey,
              tone: 'error',
              state: t('bulk.states.refused'),
              why: t(`export.reasons.${reason}`),
            }))}
          />
        </Stack>
      )}
      <SelectField
        control={form.control}
        name="onPremisesEnvironmentId"
        label={t('export.environment', { account: accountName })}
        required
        disabled={earlier !== undefined && chosen.length === 1}
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
      <FormActions submit={t('export.submit')} onCancel={onClose} />
    </Form>
  )
}
