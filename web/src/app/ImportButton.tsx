import { IconTableImport } from '@tabler/icons-react'
import type { ImportKind } from '@trellis/contract/imports'
import type { Module } from '@trellis/contract/permissions'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../ui/LinkButton.tsx'
import { useCan } from './me.ts'

interface ImportButtonProps {
  kind: ImportKind
  /** The module in which the user needs the create permission. */
  module: Module
  /** The account of the screen, if the button is on an account screen. */
  account?: string | undefined
  size?: 'sm' | 'xs'
}

/** A link to the import screen, for users who may create such records. */
export function ImportButton({ kind, module, account, size }: ImportButtonProps) {
  const { t } = useTranslation()
  if (!useCan(module, 'c')) return null
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
