import type en from '../en/secondFactor.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Ancora un passaggio',
  lead: 'Scegli come confermare la tua identità.',
  listFailed: 'Non è stato possibile caricare i metodi di autenticazione',
  chooseFailed: 'Errore nella scelta del metodo',
  email: {
    name: 'Codice via e-mail',
    hint: 'Inviamo un codice a {{email}}',
    where: 'Abbiamo inviato un codice di sei cifre a {{email}}. È valido per dieci minuti al massimo.',
  },
  authenticator: {
    name: 'App di autenticazione',
    hint: 'L’app sul tuo telefono mostra un codice',
    where: 'Apri l’app di autenticazione e inserisci le sei cifre che mostra per questo portale.',
  },
  codeTitle: 'Inserisci il codice',
  code: 'Codice',
  sixDigits: 'Il codice ha sei cifre.',
  submit: 'Accedi con {{provider}}',
  wrong: 'Il codice non è corretto. Controllalo e riprova.',
  wrongBackup: 'Questo codice di backup non è corretto o è già stato usato.',
  resend: 'Invia un nuovo codice',
  resendIn: 'Nuovo codice tra {{time}}',
  resent: 'Abbiamo inviato un nuovo codice; quello precedente non vale più.',
  useBackup: 'Usa un codice di backup',
  useCode: 'Usa {{provider}}',
  backup: {
    title: 'Usa un codice di backup',
    label: 'Codice di backup',
    hint: 'Uno dei codici che hai conservato quando hai attivato l’accesso in due passaggi. Ognuno vale una volta sola.',
    submit: 'Accedi con un codice di backup',
  },
  other: 'Scegli un altro metodo',
  toPassword: 'Torna alla password',
} satisfies Shape<typeof en>
