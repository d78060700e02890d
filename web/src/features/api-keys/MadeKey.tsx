import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useArrival } from '../../ui/arrival.ts'
import { Empty } from '../../ui/Empty.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './apiKeys.module.css'

/** The new key, this once, and what to do with it. */
export function MadeKey({ apiKey, back }: { apiKey: string; back: string }) {
  const { t } = useTranslation('apiKeys')
  const clipboard = useClipboard({ timeout: 10_000 })
  const copy = useRef<HTMLButtonElement>(null)
  useArrival(copy, true)
  return (
    <Panel>
      <div role="status">
        <Empty
          title={t('isMade')}
          icon={IconKey}
          action={
            <>
              <Button
                ref={copy}
                onClick={() => clipboard.copy(apiKey)}
                leftSection={
                  clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {clipboard.copied ? t('copied') : t('copy')}
              </Button>
              <LinkButton href={back} variant="default">
                {t('done')}
              </LinkButton>
            </>
          }
        >
          <Stack gap="sm" align="center">
            <Text as="code" className={styles.key} data-testid="api-key">
              {apiKey}
            </Text>
            <Text as="p" kind="strong">
              {t('onlyNow')}
            </Text>
            <Text as="p">{t('keepSafe')}</Text>
          </Stack>
        </Empty>
      </div>
    </Panel>
  )
}
