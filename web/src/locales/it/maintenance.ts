import type en from '../en/maintenance.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Stiamo lavorando su questo portale',
  soon: 'Tornerà disponibile appena i lavori saranno finiti.',
  until: 'Ritorno previsto: {{time}}.',
  longer: 'Ritorno previsto: {{time}}. I lavori richiedono più tempo del previsto.',
  stays:
    'Non va perso nulla: quello che hai scritto resta qui. Lascia aperta questa pagina: appena il portale torna, riprendi da dove eri.',
} satisfies Shape<typeof en>
