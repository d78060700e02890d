import type en from '../en/prices.ts'
import type { Shape } from '../shape.ts'

export default {
  yours: 'Quanto paga la tua azienda',
  priceOf: 'Quanto paga {{account}}',
  none: 'Nessun prezzo',
  reasons: {
    no_list: 'Non acquistabile: all’account non è assegnato alcun listino.',
    not_on_list: 'Non acquistabile: non è nel listino che vale per l’account.',
    not_active: 'Non acquistabile: il prodotto non è attivo.',
  },
  list: 'Listino',
  noList: 'Nessuno',
  atMsrp: 'Nessuno: vale il prezzo di listino ufficiale (MSRP)',
  association: 'Associazione',
  own: 'Propria',
  inherited: 'Ereditata',
  inheritedFrom: 'Ereditata da {{account}}',
  msrp: 'MSRP',
  discount: 'Sconto',
  below: 'Sotto l’MSRP',
  above: 'Sopra l’MSRP',
} satisfies Shape<typeof en>
