import { dealSignatures, orderSignatures } from '@trellis/contract/approvals'

/** What is decided on. */
export interface Signable {
  kind: 'order' | 'deal'
  id: string
}

/** The calls of a kind of record: both have the same answers. */
export const callsOf = ({ kind }: Pick<Signable, 'kind'>) => (kind === 'order' ? orderSignatures : dealSignatures)
