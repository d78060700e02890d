import type en from '../en/later.ts'
import type { Shape } from '../shape.ts'

export default {
  continue: 'Continua con {{name}}',
  or: 'Oppure con l’account della tua azienda',
  onlyText: 'Chi ha questo indirizzo accede con {{name}}, non con una password.',
  withPassword: 'Accedi con una password',
  title: 'Accedi con l’account della tua azienda',
  working: 'Accesso in corso…',
  failed: 'L’accesso non è riuscito',
  again: 'Se hai una sessione qui, continua. Riprova o chiedi a chi cura il portale.',
  invited: 'Sei stato invitato. Apri il link dell’invito e scegli lì “Continua con …”.',
  proveTitle: 'Sei tu?',
  proveLead:
    'Esiste già un utente con l’indirizzo {{email}}. Inserisci una volta la sua password; da allora accedi con {{name}}.',
  password: 'Password',
  noPassword: 'Nessuna password, o dimenticata?',
  prove: 'Accedi',
  proving: 'Accesso in corso…',
  toSignIn: 'Torna all’accesso',
  invitation: {
    title: 'Ti diamo il benvenuto',
    lead: 'L’invito è per {{email}}. Ti basta l’account della tua azienda.',
  },
  forgotten: {
    title: 'Password dimenticata?',
    lead: 'Indica la tua e-mail e ti invieremo un link per impostarne una nuova.',
    submit: 'Invia il link',
    submitting: 'Invio in corso…',
    again: 'Invia di nuovo',
    sent: 'Messaggio di recupero inviato, controlla la tua e-mail',
    sentTo:
      'Se {{email}} appartiene a un utente di questo portale, il link è in arrivo. È valido per un’ora. Non lo trovi? Guarda nella posta indesiderata.',
    sentOnly:
      'Se {{email}} può accedere con una password, il link è in arrivo. Altrimenti usa qui sotto l’account della tua azienda.',
    failed: 'Errore nel recupero della password, riprova',
  },
  problems: {
    unknown: 'Questo collegamento non esiste o è disattivato.',
    expired: 'Questo accesso è scaduto, già usato o iniziato in un altro browser.',
    denied: 'La directory non ti ha fatto entrare.',
    unreachable: 'La directory non risponde.',
    answer: 'La risposta della directory non è stata accettata.',
    unverified: 'La directory non dice che l’indirizzo e-mail è verificato.',
    domain: 'Il dominio dell’indirizzo e-mail non è di questa directory o non è ancora verificato.',
    hosted_domain: 'Questo è un account Google privato, non uno dell’azienda.',
    no_account: 'Non c’è un account per i nuovi arrivati.',
    no_role: 'La directory non dà alcun ruolo in questo portale.',
    not_invited: 'Non c’è un utente con questo indirizzo e-mail e nessuno è stato invitato.',
    suspended: 'L’utente è sospeso.',
    removed: 'L’utente è stato rimosso qui.',
    prove: 'Esiste già un utente con questo indirizzo e-mail.',
    only_directory: 'Per questo indirizzo non si accettano password.',
    other_person: 'Alla directory ha effettuato l’accesso un’altra persona.',
    not_fresh: 'La directory non ti ha chiesto chi sei. Disconnettiti lì o scegli un altro modo.',
  },
} satisfies Shape<typeof en>
