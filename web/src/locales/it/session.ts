import type en from '../en/session.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Accedi',
  welcome: 'Bentornato',
  lead: 'Accedi con l’e-mail del tuo account aziendale.',
  languages: { en: 'English', it: 'Italiano' },
  email: 'E-mail',
  password: 'Password',
  show: 'Mostra la password',
  hide: 'Nascondi la password',
  capsLock: 'Il blocco maiuscole è attivo',
  forgot: 'Password dimenticata?',
  submit: 'Accedi',
  submitting: 'Accesso in corso…',
  or: 'oppure',
  provider: 'Continua con {{provider}}',
  providersOff: 'L’accesso con Google, Microsoft o Apple non è abilitato per questo portale.',
  dismiss: 'Chiudi questo messaggio',
  language: 'Lingua',
  claim: {
    title: 'Un solo posto per tutta la tua rete',
    text: 'Prezzi, ordini, giacenze e chiavi di licenza, dal produttore all’ultimo rivenditore.',
  },
  notYet: {
    title: 'Questa schermata non fa ancora parte di questa versione',
    text: '{{area}}: arriverà con una versione successiva del portale.',
    areas: {
      forgotPassword: 'Recupero della password',
      confirm: 'Conferma dell’indirizzo e-mail',
      resetPassword: 'Impostazione di una nuova password',
      verify: 'Verifica pubblica dei certificati',
    },
    back: 'All’accesso',
  },
} satisfies Shape<typeof en>
