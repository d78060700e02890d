import type en from '../en/verify.ts'
import type { Shape } from '../shape.ts'

export default {
  claim: { title: 'Autentico e ancora valido?', text: 'Qui chiunque può verificare i certificati di {{tenant}}.' },
  title: 'Verifica di un certificato',
  lead: 'Il codice di verifica è riportato sul certificato.',
  code: 'Codice di verifica',
  submit: 'Verifica',
  submitting: 'Verifica in corso…',
  valid: 'Questo certificato è valido.',
  expired: 'Questo certificato è scaduto.',
  unknown: 'Nessun certificato valido ha questo codice.',
  owner: 'Rilasciato a',
  created: 'Rilasciato il',
  expires: 'Valido fino al',
  expiredOn: 'Scaduto il',
} satisfies Shape<typeof en>
