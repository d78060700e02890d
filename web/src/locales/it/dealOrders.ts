import type en from '../en/dealOrders.ts'
import type { Shape } from '../shape.ts'

export default {
  purchase: {
    title: 'Acquisto per {{code}}',
    approved: 'Al prezzo approvato di {{amount}}, ripartito sui prodotti in base al valore.',
    lower: 'A {{amount}}, il prezzo approvato, o meno: dove il tuo prezzo è ormai più basso, vale quello.',
    own: 'Ai prezzi che paga {{vendor}}.',
    confirm: 'Crea l’acquisto',
  },
  sale: {
    title: 'Vendita per {{code}}',
    buyer: '{{company}} è già un account e diventa l’acquirente.',
    newBuyer: '{{company}} diventa un account sotto {{vendor}} e l’acquirente, in un solo passo.',
    lacking:
      'Nella trattativa mancano: {{missing}}. Crea l’account di {{company}} con la sua partita IVA sotto {{vendor}}, poi crea la vendita.',
    lackingVatId:
      'Nella trattativa mancano: {{missing}}. Crea l’account di {{company}} con questo nome sotto {{vendor}}, poi crea la vendita.',
    mayNotCreate: 'Non puoi creare account. Chiedi al tuo amministratore di creare l’acquirente.',
    priceList: 'Listino del nuovo account',
    short: 'Le giacenze non bastano. Crea prima l’acquisto.',
    missing: '{{product}}: ne mancano {{missing}}',
    confirm: 'Crea la vendita',
  },
} satisfies Shape<typeof en>
