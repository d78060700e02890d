import type en from '../en/manyRows.ts'
import type { Shape } from '../shape.ts'

export default {
  results: 'Righe selezionate',
  ready_one: '{{count}} è pronta.',
  ready_other: '{{count}} sono pronte.',
  cannot_one: '{{count}} no, per il motivo accanto.',
  cannot_other: '{{count}} no, per i motivi accanto.',
  done_one: '{{count}} di {{total}} fatta.',
  done_other: '{{count}} di {{total}} fatte.',
  undone_one: '{{count}} è stata ripristinata.',
  undone_other: '{{count}} sono state ripristinate.',
  left_one: '{{count}} non lo è.',
  left_other: '{{count}} non lo sono.',
  progress: 'Fatte finora',
  stop: 'Ferma',
  close: 'Chiudi',
  again_one: 'Riprova con {{count}}',
  again_other: 'Riprova con {{count}}',
  states: {
    ready: 'Pronta',
    cannot: 'Resta com’è',
    waiting: 'In coda',
    running: 'In corso',
    done: 'Fatta',
    undone: 'Ripristinata',
    refused: 'Rifiutata',
    unknown: 'Nessuna risposta',
  },
} satisfies Shape<typeof en>
