import type en from '../en/stock.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Giacenze',
  of: 'Ciò che {{account}} ha a disposizione.',
  productName: 'Prodotto',
  description: 'Descrizione',
  sku: 'SKU',
  quantity: 'Quantità',
  available: 'Disponibile',
  movements: 'Movimenti',
  movementsOf: 'Movimenti di {{sku}}',
  showMovements: 'Movimenti',
  noMovements: 'Nessun movimento finora',
  at: 'Quando',
  reason: 'Motivo',
  because: 'Ordine o chiave',
  by: 'Da',
  system: 'Sistema',
  reasons: {
    issue: 'Emissione',
    sale: 'Vendita',
    purchase: 'Acquisto',
    revoke: 'Ordine revocato',
    license: 'Chiavi create',
    import: 'Saldo iniziale',
  },
  empty: 'Nessuna giacenza',
  emptyText: 'Ciò che la tua azienda acquista compare qui quando l’ordine viene approvato.',
  fetchError: 'Errore nel caricamento delle giacenze',
  movementsFetchError: 'Errore nel caricamento dei movimenti',
  purchase: 'Acquista',
} satisfies Shape<typeof en>
