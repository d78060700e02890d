import type en from '../en/signInSettings.ts'
import type { Shape } from '../shape.ts'

export default {
  fetchError: 'Non è stato possibile caricare le regole di accesso',
  saved: 'Le regole di accesso sono salvate e in vigore',
  save: 'Salva',
  factors: {
    title: 'Secondi fattori',
    description: 'Una passkey, o un codice oltre alla password, tiene fuori chi ha scoperto una password',
    requiredFor: 'Chi ne ha bisogno',
    scopes: { nobody: 'Nessuno è obbligato', everybody: 'Tutti', roles: 'Chi ha uno di questi ruoli' },
    roles: 'Ruoli',
    from: 'Dal',
    fromHint: 'Da questo giorno chi non ha un secondo fattore ne viene informato ovunque si trovi nel portale',
    graceDays: 'Giorni di tolleranza',
    graceHint: 'Per questo tempo si può ancora farne a meno. Dopo, l’accesso passa dalla sua configurazione.',
    days: 'giorni',
    nobodyWithout: 'Tutti hanno un secondo fattore.',
    without_one: '{{number}} persona non ha un secondo fattore.',
    without_other: '{{number}} persone non hanno un secondo fattore.',
    required_one: 'La regola ne riguarda {{number}}.',
    required_other: 'La regola ne riguarda {{number}}.',
    show: 'Mostra chi',
    self: 'Neanche tu ne hai uno. Configuralo prima del {{day}}, o anche il tuo accesso passerà da lì.',
    selfNow: 'Neanche tu ne hai uno: quando la regola è in vigore, il tuo accesso passa dalla sua configurazione.',
    setUp: 'Configura',
    enforced: 'Dal {{day}} nessuno di quelli che la regola riguarda può farne a meno.',
  },
} satisfies Shape<typeof en>
