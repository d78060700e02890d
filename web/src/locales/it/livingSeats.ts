import type en from '../en/livingSeats.ts'
import type { Shape } from '../shape.ts'

export default {
  reclaimDays: 'Postazioni silenziose cedibili',
  reclaimDaysLabel: 'Giorni di silenzio prima che una postazione sia cedibile',
  reclaimDaysText:
    'Quando tutte le postazioni di una chiave sono occupate, un nuovo dispositivo prende quella in silenzio da più tempo di così, mai però finché vale il suo permesso di 7 giorni. Vuoto: mai.',
  selfReleases: 'Postazioni liberate dagli utenti',
  selfReleasesLabel: 'Postazioni che gli utenti possono liberare da soli',
  selfReleasesText:
    'Quante postazioni di una chiave i suoi utenti possono liberare in un anno senza assistenza, per esempio quella di un portatile smarrito. 0: nessuna.',
  never: 'Mai',
  none: 'Nessuna',
  afterDays_one: 'Dopo {{count}} giorno',
  afterDays_other: 'Dopo {{count}} giorni',
  aYear: '{{amount}} all’anno',
  title: 'Postazioni senza assistenza',
  left: 'Disponibili {{left}} di {{allowed}} in 365 giorni',
  next: 'Non ne resta nessuna di {{allowed}}; la prossima dal {{date}}',
  silent_one: 'In silenzio da {{count}} giorno',
  silent_other: 'In silenzio da {{count}} giorni',
  mayBeTaken_one: 'In silenzio da {{count}} giorno: cedibile quando tutte le postazioni sono occupate',
  mayBeTaken_other: 'In silenzio da {{count}} giorni: cedibile quando tutte le postazioni sono occupate',
  byPage: 'Sulla pagina della chiave',
  events: {
    seat_self_released: 'Postazione liberata da un utente della chiave',
    seat_taken_over: 'Postazione silenziosa ceduta',
  },
} satisfies Shape<typeof en>
