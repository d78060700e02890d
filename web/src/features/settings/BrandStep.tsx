import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { settings, type TenantSettings } from '@trellis/contract/settings'
import { useTranslation } from 'react-i18next'
import { FirstStep } from '../../app/first-steps/FirstStep.tsx'
import { showTenant } from '../../app/me.ts'
import { firstStepsHref } from '../../app/menu.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { useWrite } from '../../app/useWrite.ts'
import { Form, FormActions, useZodForm } from '../../ui/form.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { BrandFields } from './BrandFields.tsx'
import { changeOf, draftOf, SettingsDraft } from './draft.ts'
import { LogoPanel } from './LogoPanel.tsx'

const exampleColor = '#0f766e'

/** Logo, name and colour alone, as one of the first steps. */
export function BrandStep({ settings: held }: { settings: TenantSettings }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useZodForm(SettingsDraft, draftOf(held))
  const change = useWrite(settings.change, {
    invalidates: [settings.read, '/first-steps'],
    success: 'settings:saved',
    quiet: 'all',
    onSuccess: (changed) => showTenant(client, changed),
  })
  const back = () => navigate(targetOf(firstStepsHref))
  return (
    <>
      <FirstStep
        step="brand"
        onExample={() => form.setValue('theme.primaryColor', exampleColor, { shouldDirty: true, shouldValidate: true })}
      />
      <LogoPanel settings={held} />
      <Form
        form={form}
        label={t('title')}
        onSubmit={async (draft) => {
          await change.mutateAsync({ body: changeOf(draft, held) })
          form.reset(form.getValues())
          await back()
        }}
      >
        <Panel title={t('brand.title')}>
          <BrandFields form={form} />
        </Panel>
        <FormActions submit={t('save')} onCancel={back} />
      </Form>
    </>
  )
}
