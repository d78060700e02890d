import { useQueryClient } from '@tanstack/react-query'
import { settings, type TenantSettings } from '@trellis/contract/settings'
import { useTranslation } from 'react-i18next'
import { FileUploads } from '../../app/files/FileUploads.tsx'
import { showTenant, useMe } from '../../app/me.ts'
import { useWrite } from '../../app/useWrite.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './settings.module.css'

/** The logo. It is in effect as soon as it is uploaded or removed, apart from the form. */
export function LogoPanel({ settings: held }: { settings: TenantSettings }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { account } = useMe()
  const set = useWrite(settings.setLogo, {
    invalidates: [settings.read, '/files'],
    success: 'settings:logo.changed',
    quiet: 'all',
    onSuccess: (changed) => showTenant(client, changed),
  })
  const remove = useWrite(settings.removeLogo, {
    invalidates: [settings.read],
    success: 'settings:logo.removed',
    onSuccess: () => showTenant(client, { ...held, logoUrl: null }),
  })
  async function ask() {
    const isSure = await confirm({
      title: t('logo.removeTitle'),
      text: t('logo.removeText'),
      confirm: t('logo.remove'),
      destructive: true,
    })
    if (isSure) remove.mutate({})
  }
  return (
    <Panel title={t('logo.title')} description={t('logo.description')}>
      <Stack>
        {held.logoUrl === null ? (
          <Text kind="quiet">{t('logo.none')}</Text>
        ) : (
          <Row justify="between">
            <img src={held.logoUrl} alt={held.tenantName} className={styles.logo} />
            <Button variant="default" size="compact-sm" loading={remove.isPending} onClick={() => void ask()}>
              {t('logo.remove')}
            </Button>
          </Row>
        )}
        <FileUploads
          accountId={account.accountId}
          category="brandAsset"
          single
          unfit={t('logo.unfit')}
          onUploaded={async ({ accountFileId }) => {
            await set.mutateAsync({ body: { accountFileId } })
          }}
        />
      </Stack>
    </Panel>
  )
}
