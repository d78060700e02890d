import { IconTableImport } from '@tabler/icons-react'
import type { ImportKind } from '@trellis/contract/imports'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../ui/LinkButton.tsx'
import { mayImport } from './importRights.ts'
import { useMe } from './me.ts'

interface ImportButtonProps {
  kind: ImportKind
  /** The account of the screen, if the button is on an account screen. */
  account?: string | undefined
  size?: 'sm' | 'xs'
}

/** A link to the import screen, for users who may import such records. */
export function ImportButton({ kind, account, size }: ImportButtonProps) {
  const { t } = useTranslation()
  if (!mayImport(kind, useMe())) return null
  return (
    <LinkButton
      href={`/import?kind=${kind}${account === undefined ? '' : `&account=${account}`}`}
      variant="default"
      leftSection={<IconTableImport size={16} aria-hidden />}
      {...(size && { size })}
    >
      {t('import')}
    </LinkButton>
  )
}
