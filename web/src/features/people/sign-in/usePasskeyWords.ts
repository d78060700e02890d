import { useTranslation } from 'react-i18next'
import { problemOf } from '../../../app/passkeys.ts'
import { isProblem } from '../../../app/problem.ts'

/** Returns the words for what the browser or the server says of a passkey. */
export function usePasskeyWords(ofServer: (error: unknown) => string): (error: unknown) => string {
  const { t } = useTranslation('passkeys')
  return (error) => {
    if (!isProblem(error)) return t(`problems.${problemOf(error)}`)
    if (error.code === 'A401' || error.code === 'A410') return t('problems.refused')
    if (error.code === 'RQ403') return t('problems.elsewhere')
    return ofServer(error)
  }
}
