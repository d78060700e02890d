import type { Signature } from '@trellis/contract/approvals'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime } from '../../ui/format.ts'
import { Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'

/** "Signed by Anna Rossi for Marta Neri on 3 May", its note, and whether it still counts. */
export function SignatureLine({ signature }: { signature: Signature }) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const { signedBy, signedFor, signedDate, note, isDecision, isOutdated } = signature
  const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`
  const words = {
    name: signedBy === null ? t('standing.above') : fullName(signedBy),
    others: signedFor.map(fullName).join(', '),
    date: formatDayAndTime(new Date(signedDate), locale),
  }
  const said = isDecision ? 'decidedBy' : 'signedBy'
  return (
    <Text as="div">
      {signedFor.length > 0 ? t(`standing.${said}For`, words) : t(`standing.${said}`, words)}
      {note !== null && ` · ${t('standing.note', { note })}`}
      {isOutdated && ` · ${t('standing.outdated')}`}
    </Text>
  )
}
