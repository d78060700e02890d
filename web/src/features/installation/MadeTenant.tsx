import { IconMailCheck } from '@tabler/icons-react'
import type { CreatedTenant } from '@trellis/contract/installation'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PortalAddress } from './PortalAddress.tsx'

interface MadeTenantProps {
  tenant: CreatedTenant
  email: string
  onAgain: () => void
}

/** Where the new portal is, and who was invited to it. */
export function MadeTenant({ tenant: { tenantCode, tenantName, address }, email, onAgain }: MadeTenantProps) {
  const { t } = useTranslation('installation')
  const again = useRef<HTMLButtonElement>(null)
  useArrival(again, true)
  return (
    <Panel>
      <div role="status">
        <Empty
          title={t('made', { name: tenantName })}
          icon={IconMailCheck}
          action={
            <>
              <Button ref={again} variant="default" onClick={onAgain}>
                {t('again')}
              </Button>
              <LinkButton href={`/installation/tenants/${tenantCode}`}>{t('toTenant')}</LinkButton>
            </>
          }
        >
          <Stack gap="sm" align="center">
            <Text as="p">{t('invited', { email })}</Text>
            <PortalAddress address={address} />
          </Stack>
        </Empty>
      </div>
    </Panel>
  )
}
