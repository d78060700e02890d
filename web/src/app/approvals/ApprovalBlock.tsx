import { later } from '../../ui/later.tsx'
import { loadTexts } from '../i18n.ts'
import type { Signable } from './calls.ts'

// With their texts: the record does not disappear while they are on their way.
const Standing = later(async () => {
  const [standing] = await Promise.all([import('./Standing.tsx'), loadTexts('approvals')])
  return standing
})
const Signatures = later(async () => {
  const [signatures] = await Promise.all([import('./Signatures.tsx'), loadTexts('approvals')])
  return signatures
})

/** What rules ask of a decision that waits, beside the decision. Loaded apart, because most tenants have no rules. */
export const ApprovalBlock = (props: Signable) => <Standing {...props} />

/** Who has signed, for the history of a record. */
export const SignatureHistory = (props: Signable) => <Signatures {...props} />
