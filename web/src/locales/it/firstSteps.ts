import type en from '../en/firstSteps.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Primi passi',
  vendorText:
    'Da qui alla prima chiave attivata. Ogni modulo offre un esempio e quello che salti resta in questo elenco.',
  partnerText: 'Da qui alla tua prima chiave. Ogni modulo offre un esempio e quello che salti resta in questo elenco.',
  progress: '{{done}} di {{count}} fatti',
  failed: 'Non è stato possibile caricare i primi passi',
  steps: {
    brand: {
      title: 'Logo e colore',
      text: 'Li vedono i tuoi partner nelle schermate, nelle e-mail e nei documenti.',
      act: 'Imposta logo e colore',
    },
    product: {
      title: 'Prodotto',
      text: 'Quello che vendi, con il prezzo di listino e la durata delle chiavi di licenza.',
      act: 'Aggiungi un prodotto',
      goOn: 'Il tuo prodotto è in attesa. Quando è attivo si può vendere.',
      goOnAct: 'Attiva il prodotto',
    },
    priceList: {
      title: 'Listino',
      text: 'Quanto pagano i partner i tuoi prodotti. Un partner può comprare solo quello che è nel suo listino.',
      act: 'Crea un listino',
      goOn: 'Il tuo listino non ha ancora prezzi.',
      goOnAct: 'Aggiungi i prezzi',
    },
    company: {
      title: 'Dati dell’azienda',
      text: 'L’indirizzo per le e-mail sugli ordini e i dati che stanno sui documenti.',
      act: 'Completa i dati',
    },
    prices: {
      title: 'I tuoi prezzi',
      text: 'Il tuo account non ha ancora un listino. Te lo assegna il fornitore, poi puoi ordinare.',
      act: 'Guarda i prodotti',
      done: 'Il tuo account ha un listino.',
    },
    partner: {
      title: 'Partner',
      text: 'Un’azienda che compra da te, con il suo listino. Puoi invitare subito il suo amministratore.',
      act: 'Aggiungi un partner',
    },
    order: {
      title: 'Ordine',
      text: 'Quello che prende un partner. Quando è approvato, i pezzi sono nelle sue giacenze.',
      textOfPartner: 'Scegli i prodotti ai tuoi prezzi. Quando l’ordine è approvato, i pezzi sono nelle tue giacenze.',
      act: 'Scrivi un ordine',
    },
    approval: {
      title: 'Approva l’ordine',
      text: 'Con l’approvazione i pezzi passano al partner.',
      textOfOthers: 'Lo approva il fornitore e i pezzi sono nelle tue giacenze.',
      act: 'Apri l’ordine',
    },
    key: {
      title: 'Crea una chiave di licenza',
      text: 'Una chiave si crea dai pezzi in giacenza.',
      act: 'Crea una chiave',
    },
    activation: {
      title: 'Attivala',
      text: 'La chiave si inserisce nel software e la sua pagina mostra il dispositivo.',
      act: 'Apri la chiave',
    },
  },
  tryIt: 'Se non hai il software a portata di mano, questo comando occupa una postazione per un dispositivo:',
  copy: 'Copia il comando',
  following: 'Che cosa succede dopo',
  done: 'Fatto',
  skipped: 'Saltato',
  skip: 'Salta',
  skipNamed: 'Salta: {{step}}',
  allDone: 'È tutto fatto. La prima chiave è attivata.',
  dismiss: 'Non ora',
  dismissed: 'I primi passi sono messi da parte. Restano nel menu di lingua e aspetto.',
  toDesk: 'Alle cose da fare',
  changeError: 'Non è stato possibile salvare i primi passi',
  example: 'Compila con un esempio',
  back: 'Torna ai primi passi',
  of: {
    brand: 'Primo passo: logo e colore. Il logo vale subito, il colore quando salvi.',
    product: 'Primo passo: un prodotto. Quando salvi diventa attivo e si può vendere.',
    priceList: 'Primo passo: un listino. Servono un nome, una valuta e il prezzo di un prodotto.',
    company: 'Primo passo: i dati dell’azienda, con l’indirizzo per le e-mail sugli ordini.',
    prices: 'Primo passo: i tuoi prezzi.',
    partner: 'Primo passo: un partner. Il listino dice che cosa può comprare.',
    order: 'Primo passo: un ordine. Quando salvi attende l’approvazione.',
  },
} satisfies Shape<typeof en>
