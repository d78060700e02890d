import type en from '../en/lines.ts'
import type { Shape } from '../shape.ts'

export default {
  noProducts: 'Nessun prodotto è in vendita.',
  noProductsText: 'Si possono ordinare i prodotti attivi, ai prezzi del listino di chi compra.',
  toProducts: 'Vai ai prodotti',
  toPriceList: 'Vai al listino di chi compra',
  noOffersText: 'Un listino dice che cosa può comprare un account e a quale prezzo.',
  product: 'Prodotto',
  quantity: 'Quantità',
  price: 'Prezzo',
  amount: 'Totale riga',
  productPlaceholder: 'Nome o SKU, o incolla un elenco',
  offersFailed: 'Non è stato possibile caricare i prodotti',
  nothingAdded: 'Ancora nessun prodotto',
  nothingAddedText: 'Scegli un prodotto qui sopra, o incolla un elenco di SKU e quantità.',
  quantityOf: 'Quantità di {{product}}',
  priceOf: 'Prezzo di {{product}}',
  remove: 'Togli {{product}}',
  breakFrom: 'da {{from}} pezzi {{price}}',
  otherCurrencyHint: 'Valuta diversa da quella dei prodotti già aggiunti',
  paste: {
    open: 'Incolla un elenco',
    label: 'SKU e quantità',
    description:
      'Un prodotto per riga, come copiato da un foglio di calcolo o da una mail. Uno SKU da solo vale un pezzo.',
    add: 'Aggiungi queste righe',
    empty: 'Incolla o scrivi prima una riga',
    added_one: '{{count}} riga aggiunta',
    added_other: '{{count}} righe aggiunte',
    fault: 'Riga {{line}}, «{{text}}»: {{why}}',
    unknown: 'questo SKU non si può scegliere qui',
    noQuantity: 'manca una quantità intera',
    otherCurrency: 'valuta diversa dalle altre righe',
    tooMany: 'le righe sono al massimo 1.000',
  },
} satisfies Shape<typeof en>
