import type en from '../en/email.ts'
import type { Shape } from '../shape.ts'

export default {
  change: {
    title: 'Conferma il tuo nuovo indirizzo',
    lead: 'Da quel momento accedi con questo indirizzo e le e-mail arrivano lì.',
    submit: 'Conferma l’indirizzo',
    submitting: 'Conferma in corso…',
    done: 'D’ora in poi accedi con {{email}}.',
  },
  undo: {
    title: 'Riprendi il tuo indirizzo',
    lead: 'Chiunque abbia aperto una sessione a tuo nome viene disconnesso e la password non vale più.',
    submit: 'Riprendi l’indirizzo',
    submitting: 'Ripresa in corso…',
    doneOnly: 'Accedi di nuovo con {{email}}, con l’account della tua azienda.',
    done: 'Accedi di nuovo con {{email}}. Ti abbiamo inviato un link per scegliere una nuova password.',
  },
  dead: 'Questo link non è valido, è scaduto o è già stato usato.',
  incomplete: 'Questo link è incompleto. Copia l’indirizzo intero dall’e-mail.',
  taken: 'Ora qualcun altro usa questo indirizzo. Rivolgiti a un amministratore della tua azienda.',
} satisfies Shape<typeof en>
