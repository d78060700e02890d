import { IconPencil } from '@tabler/icons-react'
import { type ExternalIdChanges, type ExternalIds, externalIdsText } from '@trellis/contract/external-ids'
import type { LiveKind } from '@trellis/contract/live'
import { useState } from 'react'
import * as z from 'zod/mini'
import { IconButton } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Form, FormActions, useZodForm } from '../ui/form.tsx'
import { Fact, Row } from '../ui/layout.tsx'
import { NoValue } from '../ui/NoValue.tsx'
import { ExternalIdsField } from './ExternalIdsField.tsx'
import { ExternalIdsInput, externalIdLines, externalIdsChange } from './externalIds.ts'
import { ChangedMeanwhile } from './live/ChangedMeanwhile.tsx'

interface ExternalIdsFactProps {
  kind: LiveKind
  id: string
  externalIds: ExternalIds
  /** The reader may not change them: without any, nothing is shown. */
  blocked: boolean
  texts: Record<'label' | 'description' | 'edit' | 'save', string>
  onSave: (externalIds: ExternalIdChanges) => Promise<unknown>
}

/** The ids that other systems have for a record, with what changes them. */
export function ExternalIdsFact(props: ExternalIdsFactProps) {
  const { externalIds, blocked, texts } = props
  const [editing, setEditing] = useState(false)
  const lines = externalIdLines(externalIds)
  if (blocked && lines === '') return null
  return (
    <>
      <Fact label={texts.label}>
        <Row gap="xs" nowrap>
          {lines || <NoValue />}
          {!blocked && (
            <IconButton size={24} aria-label={texts.edit} title={texts.edit} onClick={() => setEditing(true)}>
              <IconPencil size={15} stroke={1.8} aria-hidden />
            </IconButton>
          )}
        </Row>
      </Fact>
      <Dialog opened={editing} onClose={() => setEditing(false)} title={texts.edit} size="sm">
        <ExternalIdsForm {...props} onClose={() => setEditing(false)} />
      </Dialog>
    </>
  )
}

const Values = z.object({ externalIds: ExternalIdsInput })

function ExternalIdsForm({
  kind,
  id,
  externalIds,
  texts,
  onSave,
  onClose,
}: ExternalIdsFactProps & { onClose(): void }) {
  const fresh = { externalIds: externalIdsText(externalIds) }
  const form = useZodForm(Values, fresh)
  return (
    <Form
      form={form}
      guard={false}
      label={texts.edit}
      onSubmit={async (values) => {
        const change = externalIdsChange(values.externalIds, externalIds)
        if (change) await onSave(change)
        onClose()
      }}
    >
      <ExternalIdsField control={form.control} name="externalIds" label={texts.label} description={texts.description} />
      <ChangedMeanwhile form={form} fresh={fresh} kind={kind} id={id} labels={{ externalIds: texts.label }} />
      <FormActions submit={texts.save} onCancel={onClose} />
    </Form>
  )
}
