import { type Flag, flags, type Module, modules } from '@trellis/contract/permissions'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermissionWords } from './usePermissionWords.ts'

/** Says which permission the reader lacks, as the server names it: "Stocks:r". */
export function MissingPermission({ permission }: { permission: string }) {
  const { t } = useTranslation('ui')
  const [module, flag] = permission.split(':')
  const general = t('noPermission.text')
  if (!isAmong(modules, module) || !isAmong(flags, flag)) return general
  return (
    // The names of permissions are texts of the profile, which may not be loaded yet.
    <Suspense fallback={general}>
      <Missing module={module} flag={flag} />
    </Suspense>
  )
}

const isAmong = <T extends string>(known: readonly T[], value: string | undefined): value is T =>
  (known as readonly (string | undefined)[]).includes(value)

function Missing({ module, flag }: { module: Module; flag: Flag }) {
  const { t } = useTranslation('common')
  return t('lacks', { permission: usePermissionWords()(module, [flag]) })
}
