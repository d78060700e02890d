import type en from '../en/news.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Novità',
  portal: 'Il portale',
  unread: 'Da leggere:',
  read: 'Segna come letta',
  readOne: 'Segna come letta: {{words}}',
  readAll: 'Segna tutte come lette',
  more: 'Mostra altre',
  failed: 'Non è stato possibile caricare le novità',
  empty: 'Ancora nessuna novità',
  emptyText:
    'Qui vedi che cosa fanno gli altri con i tuoi ordini e le tue trattative e quali chiavi stanno per scadere.',
  choose: 'Scegli quali novità ricevere e come',
  sentences: {
    order_requested: {
      vendor: '{{buyerName}} ha inviato l’ordine {{orderCode}}, che attende la tua decisione.',
      buyer: '{{by}} ha preparato l’ordine {{orderCode}} per {{buyerName}}.',
    },
    order_approved: '{{by}} ha approvato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
    order_repriced:
      '{{by}} ha approvato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}} a {{total}} anziché {{asked}}, perché i prezzi sono stati modificati.',
    order_canceled: {
      person: '{{by}} ha annullato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
      system: 'L’ordine {{orderCode}} è rimasto troppo a lungo senza una decisione e il portale lo ha annullato.',
    },
    order_revoked: '{{by}} ha revocato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
    order_short: '{{by}} non ha potuto approvare l’ordine {{orderCode}} per {{buyerName}}: le giacenze non bastano.',
    order_delayed:
      'L’ordine {{orderCode}} di {{vendorName}} per {{buyerName}} è in attesa, e il termine promesso per decidere sta per scadere.',
    license_due: {
      ofOne_one: '{{count}} chiave di licenza di {{account}} scade entro {{days}} giorni, il {{date}}.',
      ofOne_other: '{{count}} chiavi di licenza di {{account}} scadono entro {{days}} giorni, la prima il {{date}}.',
      ofMany_one: '{{count}} chiave di licenza di {{accounts}} account scade entro {{days}} giorni, il {{date}}.',
      ofMany_other:
        '{{count}} chiavi di licenza di {{accounts}} account scadono entro {{days}} giorni, la prima il {{date}}.',
    },
    renewal_asked: '{{account}}: è stato chiesto il rinnovo di {{product}}, che scade il {{date}}.',
    certificate_due: {
      ofOne_one: '{{count}} certificazione di {{account}} scade entro {{days}} giorni, il {{date}}.',
      ofOne_other: '{{count}} certificazioni di {{account}} scadono entro {{days}} giorni, la prima il {{date}}.',
      ofMany_one: '{{count}} certificazione di {{accounts}} account scade entro {{days}} giorni, il {{date}}.',
      ofMany_other:
        '{{count}} certificazioni di {{accounts}} account scadono entro {{days}} giorni, la prima il {{date}}.',
    },
  },
  deals: {
    registered:
      '{{by}} ha registrato la trattativa {{code}} con {{company}} per {{vendorName}}. La decisione è attesa entro il {{date}}.',
    ebid_asked:
      '{{vendorName}} chiede {{amount}} invece di {{total}} per la trattativa {{code}} con {{company}}. La decisione è attesa entro il {{date}}.',
    extension_asked:
      '{{vendorName}} chiede di prorogare la protezione della trattativa {{code}} con {{company}}. La decisione è attesa entro il {{date}}.',
    protected: '{{by}} ha protetto la trattativa {{code}} con {{company}}. Fine della protezione: {{date}}.',
    protection_refused: '{{by}} ha rifiutato di proteggere la trattativa {{code}} con {{company}}.',
    duplicated: '{{by}} ha segnato come duplicata la trattativa {{code}} con {{company}}.',
    under_review: '{{by}} sta esaminando di nuovo la trattativa {{code}} con {{company}}.',
    ebid_approved: '{{by}} ha approvato {{amount}} per la trattativa {{code}} con {{company}}.',
    ebid_refused: '{{by}} ha rifiutato {{amount}} per la trattativa {{code}} con {{company}}.',
    extended: '{{by}} ha prorogato la trattativa {{code}} con {{company}}. Nuova scadenza: {{date}}.',
    extension_refused: '{{by}} non ha prorogato la trattativa {{code}} con {{company}}. Scadenza: {{date}}.',
    expiring: 'La protezione della trattativa {{code}} con {{company}} sta per terminare. Scadenza: {{date}}.',
    delayed:
      'La trattativa {{code}} di {{vendorName}} con {{company}} attende ancora una tua decisione, promessa entro: {{date}}.',
  },
  choices: {
    title: 'Novità',
    text: 'Quali novità ricevi e come. La campanella le mostra sempre, tranne nell’ultimo caso.',
    mailsOff: 'Le notifiche via e-mail sono disattivate nel tuo profilo: non viene inviata nessuna e-mail.',
    fetchError: 'Non è stato possibile caricare le tue scelte',
    saved: 'Scelta salvata',
    kind: 'Novità',
    all: 'Tutte',
    kinds: {
      order_requested: 'È stato inviato un ordine',
      order_approved: 'Un ordine è stato approvato',
      order_canceled: 'Un ordine è stato annullato',
      order_revoked: 'Un ordine è stato revocato',
      order_short: 'Le giacenze non bastano per un ordine',
      order_delayed: 'Il termine promesso per decidere su un ordine sta per scadere',
      deal_registered: 'È stata registrata una trattativa',
      deal_asked: 'È stato chiesto un prezzo o una proroga',
      deal_decided: 'È stata presa una decisione su una trattativa',
      deal_expiring: 'Una trattativa scade entro 14 giorni',
      deal_delayed: 'Una trattativa è in attesa da tempo',
      license_due: 'Chiavi di licenza in scadenza tra 90, 60 o 30 giorni',
      renewal_asked: 'Un rinnovo chiesto dalla pagina di una chiave',
      certificate_due: 'Certificazioni in scadenza tra 60, 30 o 7 giorni',
    },
    ways: {
      bell: 'Solo la campanella',
      mail: 'E-mail subito',
      digest: 'Un’e-mail al giorno',
      none: 'Niente',
    },
    none: 'Per il tuo ruolo non ci sono novità',
  },
} satisfies Shape<typeof en>
