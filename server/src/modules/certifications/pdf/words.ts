import type { languageCodes } from '@trellis/contract/users'

interface Words {
  title: string
  awardedTo: string
  holds: Record<'User' | 'Account', string>
  issued: string
  validUntil: string
  code: string
  scan: string
  gaps: string
}

export const words: Record<(typeof languageCodes)[number], Words> = {
  en: {
    title: 'Certificate',
    awardedTo: 'Awarded to',
    holds: { User: 'who is certified as', Account: 'which is certified as' },
    issued: 'Issued on',
    validUntil: 'Valid until',
    code: 'Validation code',
    scan: 'Scan to validate',
    gaps: '[…] stands for characters that this document cannot print.',
  },
  it: {
    title: 'Certificato',
    awardedTo: 'Rilasciato a',
    holds: { User: 'con la certificazione', Account: 'con la certificazione' },
    issued: 'Rilasciato il',
    validUntil: 'Valido fino al',
    code: 'Codice di verifica',
    scan: 'Inquadra per verificare',
    gaps: '[…] sta per caratteri che questo documento non può stampare.',
  },
}
