import type en from '../en/charts.ts'
import type { Shape } from '../shape.ts'

export default {
  csv: 'CSV',
  csvOf: 'Salva {{chart}} come file CSV',
  asTable: 'Tabella',
  asTableOf: 'Mostra {{chart}} come tabella',
  asChart: 'Grafico',
  asChartOf: 'Mostra {{chart}} come grafico',
  noData: 'Nessun dato',
  noDataText: 'In questo periodo non è successo nulla.',
  before: '{{series}}, periodo precedente',
  lineSummary: '{{title}}, dal {{from}} al {{to}}: {{sums}}',
  pieSummary: '{{title}}: {{parts}}',
  name: 'Nome',
  amount: 'Importo',
  share: 'Quota',
  shown: 'Mostrato in {{chart}}',
  soFar: { d: '{{name}}, finora', w: '{{name}}, settimana finora', m: '{{name}}, finora' },
  per: { d: 'Giorno', w: 'Settimana', m: 'Mese' },
} satisfies Shape<typeof en>
