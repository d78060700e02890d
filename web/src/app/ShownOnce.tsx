import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useArrival } from '../ui/arrival.ts'
import { Button } from '../ui/Button.tsx'
import { Empty } from '../ui/Empty.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Stack, Text } from '../ui/layout.tsx'
import { Panel } from '../ui/Panel.tsx'
import styles from './ShownOnce.module.css'

interface ShownOnceProps {
  secret: string
  testId: string
  back: string
  /** Where to read what it is for. */
  more?: ReactNode
  words: { title: string; onlyNow: string; keepSafe: string; copy: string; copied: string; done: string }
}

/** A new secret, this once, and what to do with it. */
export function ShownOnce({ secret, testId, back, more, words }: ShownOnceProps) {
  const clipboard = useClipboard({ timeout: 10_000 })
  const copy = useRef<HTMLButtonElement>(null)
  useArrival(copy, true)
  return (
    <Panel>
      <div role="status">
        <Empty
          title={words.title}
          icon={IconKey}
          action={
            <>
              <Button
                ref={copy}
                onClick={() => clipboard.copy(secret)}
                leftSection={
                  clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
              >
                {clipboard.copied ? words.copied : words.copy}
              </Button>
              <LinkButton href={back} variant="default">
                {words.done}
              </LinkButton>
            </>
          }
        >
          <Stack gap="sm" align="center">
            <Text as="code" className={styles.secret} data-testid={testId}>
              {secret}
            </Text>
            <Text as="p" kind="strong">
              {words.onlyNow}
            </Text>
            <Text as="p">{words.keepSafe}</Text>
            {more}
          </Stack>
        </Empty>
      </div>
    </Panel>
  )
}
