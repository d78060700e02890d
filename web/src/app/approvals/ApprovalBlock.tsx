import { later } from '../../ui/later.tsx'
import type { Signable } from './calls.ts'

const Standing = later(() => import('./Standing.tsx'))
const Signatures = later(() => import('./Signatures.tsx'))

/** What rules ask of a decision that waits, beside the decision. Loaded apart, because most tenants have no rules. */
export const ApprovalBlock = (props: Signable) => <Standing {...props} />

/** Who has signed, for the history of a record. */
export const SignatureHistory = (props: Signable) => <Signatures {...props} />
