import type { Flag, Module } from '@trellis/contract/permissions'
import { useTranslation } from 'react-i18next'

/** Permissions as people read them: "Stock (read, update)". */
export function usePermissionWords(): (module: Module, flags: readonly Flag[]) => string {
  const { t } = useTranslation('profile')
  return (module, flags) => {
    const each = flags.map((flag) => t(`permissions.flags.${flag}.word`).toLowerCase())
    return `${t(`permissions.modules.${module}`)} (${each.join(', ')})`
  }
}
