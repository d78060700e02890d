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
  failed: 'Errore nel recupero delle novità',
  empty: 'Ancora nessuna novità',
  emptyText: 'Qui vedi che cosa fanno gli altri con i tuoi ordini e quali chiavi stanno per scadere.',
  choose: 'Scegli di che cosa essere avvisato e come',
  sentences: {
    order_requested: {
      vendor: '{{buyerName}} ha inviato l’ordine {{orderCode}}, che attende la tua decisione.',
      buyer: '{{by}} ha preparato l’ordine {{orderCode}} per {{buyerName}}.',
    },
    order_approved: '{{by}} ha approvato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
    order_canceled: {
      person: '{{by}} ha annullato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
      system: 'L’ordine {{orderCode}} è rimasto troppo a lungo senza una decisione e il portale lo ha annullato.',
    },
    order_revoked: '{{by}} ha revocato l’ordine {{orderCode}} di {{vendorName}} per {{buyerName}}.',
    order_short: '{{by}} non ha potuto approvare l’ordine {{orderCode}} per {{buyerName}}: le giacenze non bastano.',
    license_due: {
      ofOne_one: '{{count}} chiave di licenza di {{account}} scade entro {{days}} giorni, il {{date}}.',
      ofOne_other: '{{count}} chiavi di licenza di {{account}} scadono entro {{days}} giorni, la prima il {{date}}.',
      ofMany_one: '{{count}} chiave di licenza di {{accounts}} account scade entro {{days}} giorni, il {{date}}.',
      ofMany_other:
        '{{count}} chiavi di licenza di {{accounts}} account scadono entro {{days}} giorni, la prima il {{date}}.',
    },
  },
  choices: {
    title: 'Novità',
    text: 'Di che cosa vieni avvisato e come. La campanella le mostra sempre, tranne nell’ultimo caso.',
    mailsOff: 'Le notifiche via e-mail sono disattivate nel tuo profilo: non viene inviata nessuna e-mail.',
    fetchError: 'Errore nel recupero delle tue scelte',
    saved: 'Scelta salvata',
    kinds: {
      order_requested: 'È stato inviato un ordine',
      order_approved: 'Un ordine è stato approvato',
      order_canceled: 'Un ordine è stato annullato',
      order_revoked: 'Un ordine è stato revocato',
      order_short: 'Le giacenze non bastano per un ordine',
      license_due: 'Chiavi di licenza in scadenza tra 90, 60 o 30 giorni',
    },
    ways: {
      bell: 'Solo la campanella',
      mail: 'Campanella e e-mail immediata',
      digest: 'Campanella e un’e-mail al giorno',
      none: 'Niente',
    },
    none: 'Per il tuo ruolo non ci sono novità',
  },
} satisfies Shape<typeof en>
