import { elided } from '@trellis/contract/elision'
import type { Due, OrderNews } from '../letters.ts'
import { dealSentences } from './deal-it.ts'
import { type MonthWords, monthEntries, nameOfMonth } from './month.ts'
import { type Dictionary, dayIn, dealEntries, distinct, entriesOf, entryOf, money } from './words.ts'

const locale = 'it-IT'

const minutes = (n: number) => (n === 1 ? 'un minuto' : `${n} minuti`)
const days = (n: number) => (n === 1 ? 'un giorno' : `${n} giorni`)
const provider = (name: string) => (/mail/i.test(name) ? 'un codice via e-mail' : 'un’app di autenticazione')
/** Whoever did it, at the beginning of a sentence. */
const by = (name: string | null, portal: string) => name ?? `Il portale ${portal}`
const lines = (n: number) => (n === 1 ? 'un prodotto' : `${n} prodotti`)
const about = (news: OrderNews) => `${lines(news.lines)}, totale ${money(locale, news.total, news.currencyCode)}`
/** The same of an approval, which may have changed prices. */
const approved = (news: OrderNews) =>
  news.asked
    ? `${about(news)} anziché ${money(locale, news.asked, news.currencyCode)}, perché i prezzi sono stati modificati`
    : about(news)
const ended = ({ keys }: { keys: number }) => (keys === 1 ? 'una chiave di licenza' : `${keys} chiavi di licenza`)
/** “l’8 dicembre 2026”. */
const onDay = (day: string) => elided(`il ${dayIn(locale, day)}`)
const owners = ({ accounts, accountName }: Due) => (accounts === 1 ? accountName : `${accounts} account`)
const orderReason = (portal: string) =>
  `Ricevi questa e-mail perché segui le novità sugli ordini di ${portal}. Puoi disattivare le notifiche dal tuo profilo.`
const securityReason =
  'Ricevi questa e-mail perché riguarda la sicurezza del tuo accesso. Questi avvisi non si possono disattivare.'
const notMe =
  'Se non riconosci questa operazione, scegli subito una nuova password e avvisa l’amministratore della tua azienda: qualcun altro potrebbe usare il tuo accesso.'

/** Months begin with a small letter, except at the beginning of a line. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const month: MonthWords = {
  locale,
  sold: 'Venduto',
  bought: 'Acquisti propri',
  against: 'rispetto al mese precedente',
  nothingBefore: 'Niente nel mese precedente',
  yearBefore: 'rispetto all’anno precedente',
  more: 'Hanno acquistato più del mese precedente',
  less: 'Hanno acquistato meno del mese precedente',
  deals: 'Trattative registrate nel mese',
  registered: (count, won, amount) =>
    `${count === 1 ? '1 registrata' : `${count} registrate`}, di cui ${won === 1 ? '1 vinta' : `${won} vinte`} (${amount})`,
  dealsAtRisk: 'Trattative a rischio',
  dealsEnd: (count) =>
    `La protezione di ${count === 1 ? 'una trattativa aperta' : `${count} trattative aperte`} scade entro 30 giorni`,
  renewals: 'Rinnovi a rischio',
  keysEnd: (count) =>
    `${count === 1 ? 'Una chiave di licenza scade' : `${count} chiavi di licenza scadono`} entro 30 giorni`,
  short: 'Prodotti scarsi',
  products: (count, first) => `${count === 1 ? 'Un prodotto è' : `${count} prodotti sono`} sotto la soglia: ${first}`,
}

export const it: Dictionary = {
  locale,
  greeting: (name) => (name === '' ? 'Ciao,' : `Ciao ${name},`),
  orCopy: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
  choose: 'Scegli che cosa ricevere via e-mail',
  ofAccount: (accountName, portal) =>
    `Ricevi questa e-mail perché ${accountName} ha indicato questo indirizzo per le sue novità su ${portal}. Chi vi gestisce l’account può indicarne un altro.`,
  sentBy: (portal) =>
    `E-mail inviata dal portale partner di ${portal}. Non rispondere a questo indirizzo: nessuno legge la casella.`,

  invitation: ({ accountName, invitedBy, days: valid }, portal) => ({
    subject: `Invito al portale partner di ${portal}`,
    title: `Ti diamo il benvenuto in ${portal}`,
    before: [
      `${invitedBy === null ? 'È arrivato per te un invito' : `${invitedBy} ti invita`} al portale partner di ${portal}, dove lavorerai per ${accountName}.`,
      'Non ti resta che accettare l’invito.',
    ],
    button: 'Accetta l’invito',
    after: [
      `L’invito vale ${days(valid)} e si usa una volta sola. Se è scaduto, chiedine uno nuovo a chi te lo ha mandato.`,
    ],
    reason: `Ricevi questa e-mail perché questo indirizzo è stato invitato su ${portal}. Se non te l’aspettavi puoi ignorarla: finché l’invito non viene accettato non succede nulla.`,
  }),

  account_offer: ({ accountName, invitedBy }, portal) => ({
    subject: `Ti chiedono di agire per ${accountName} in ${portal}`,
    title: `Un altro account: ${accountName}`,
    before: [
      `${invitedBy === null ? 'Ti è stato chiesto' : `${invitedBy} ti chiede`} di lavorare anche per ${accountName}. Accedi come ora e scegli per quale account agire.`,
      'Finché non accetti non cambia nulla.',
    ],
    button: 'Vedi la proposta',
    after: [],
    reason: `Ricevi questa e-mail perché qualcuno ha proposto questo account al tuo indirizzo in ${portal}. Puoi rifiutare dal tuo profilo.`,
  }),

  password_reset: ({ minutes: valid }, portal) => ({
    subject: `Scegli una nuova password per ${portal}`,
    title: 'Scegli una nuova password',
    before: [`È stata richiesta una nuova password per il tuo accesso a ${portal}.`],
    button: 'Scegli una nuova password',
    after: [
      `Il link vale ${minutes(valid)} e si usa una volta sola.`,
      'Se non l’hai richiesta tu, non devi fare nulla: non cambia niente.',
    ],
    reason: `Ricevi questa e-mail perché è stata richiesta una nuova password per questo indirizzo su ${portal}.`,
  }),

  email_change: ({ hours }, portal) => ({
    subject: `Conferma il tuo nuovo indirizzo per ${portal}`,
    title: 'Conferma il tuo nuovo indirizzo',
    before: [
      `Hai chiesto di usare questo indirizzo per il tuo accesso a ${portal}. Finché non lo confermi non cambia nulla.`,
    ],
    button: 'Conferma l’indirizzo',
    after: [`Il link vale ${hours} ore e si usa una volta sola.`],
    reason: `Ricevi questa e-mail perché qualcuno ha inserito questo indirizzo su ${portal}. Se non sei stato tu puoi ignorarla: finché l’indirizzo non viene confermato non succede nulla.`,
  }),

  email_changed: ({ email, days: valid }, portal) => ({
    subject: `L’indirizzo del tuo accesso a ${portal} è stato cambiato`,
    title: 'Il tuo indirizzo è stato cambiato',
    before: [
      `Ora accedi a ${portal} con ${email}, e le e-mail arrivano lì. Se lo hai fatto tu, non devi fare altro.`,
      `Se non lo hai fatto tu, riprendi questo indirizzo entro ${days(valid)}: tutte le sessioni vengono chiuse e la password non vale più.`,
    ],
    button: 'Riprendi questo indirizzo',
    after: [],
    reason: securityReason,
  }),

  mfa_code: ({ code, minutes: valid }, portal) => ({
    subject: `Il tuo codice di verifica per ${portal}`,
    title: 'Il tuo codice di verifica',
    before: ['Inserisci questo codice dove ti è stato richiesto:'],
    code,
    after: [
      `Vale ${minutes(valid)} e si usa una volta sola.`,
      'Non comunicarlo a nessuno: nessuno te lo chiederà mai per telefono o per e-mail. Se in questo momento non stai accedendo, qualcuno potrebbe conoscere la tua password: cambiala.',
    ],
    reason: `Ricevi questa e-mail perché è stato richiesto un codice di verifica per il tuo accesso a ${portal}.`,
  }),

  password_changed: (_values, portal) => ({
    subject: `La tua password per ${portal} è stata cambiata`,
    title: 'La tua password è stata cambiata',
    before: [
      `La password del tuo accesso a ${portal} è appena stata cambiata. Se lo hai fatto tu, non devi fare altro.`,
      notMe,
    ],
    button: 'Proteggi il mio accesso',
    after: [],
    reason: securityReason,
  }),

  mfa_enabled: ({ provider: name }, portal) => ({
    subject: `L’accesso in due passaggi è attivo per ${portal}`,
    title: 'L’accesso in due passaggi è attivo',
    before: [
      `D’ora in poi accederai a ${portal} con la password e ${provider(name)}.`,
      'Conserva i codici di backup in un luogo sicuro: ti permettono di entrare quando il secondo passaggio non è a portata di mano.',
      notMe,
    ],
    button: 'Apri il mio profilo',
    after: [],
    reason: securityReason,
  }),

  mfa_disabled: ({ provider: name }, portal) => ({
    subject: `L’accesso in due passaggi è cambiato per ${portal}`,
    title: 'Un secondo passaggio è stato disattivato',
    before: [
      `L’accesso a ${portal} con ${provider(name)} è appena stato disattivato. Se lo hai fatto tu, non devi fare altro.`,
      notMe,
    ],
    button: 'Apri il mio profilo',
    after: [],
    reason: securityReason,
  }),

  passkey_added: ({ name }, portal) => ({
    subject: `È stata aggiunta una passkey per ${portal}`,
    title: 'È stata aggiunta una passkey',
    before: [
      `D’ora in poi la passkey “${name}” ti fa accedere a ${portal}, senza la password o dopo di essa. Se sei stato tu, non devi fare altro.`,
      'Conserva i codici di backup in un luogo sicuro: ti permettono di entrare quando nessuna passkey è a portata di mano.',
      notMe,
    ],
    button: 'Apri il mio profilo',
    after: [],
    reason: securityReason,
  }),

  passkey_removed: ({ name }, portal) => ({
    subject: `È stata rimossa una passkey per ${portal}`,
    title: 'È stata rimossa una passkey',
    before: [`La passkey “${name}” non ti fa più accedere a ${portal}. Se sei stato tu, non devi fare altro.`, notMe],
    button: 'Apri il mio profilo',
    after: [],
    reason: securityReason,
  }),

  session_reused: (_values, portal) => ({
    subject: `Abbiamo chiuso una tua sessione su ${portal}`,
    title: 'Abbiamo chiuso una tua sessione per sicurezza',
    before: [
      `Una delle tue sessioni su ${portal} è stata usata contemporaneamente da due dispositivi. Qualcuno potrebbe averla copiata, perciò l’abbiamo chiusa da entrambe le parti.`,
      'Accedi di nuovo. Se non riconosci quanto è accaduto, scegli anche una nuova password.',
    ],
    button: 'Proteggi il mio accesso',
    after: [],
    reason: securityReason,
  }),

  key_ends: ({ name, prefix, accountName, date }, portal) => ({
    subject: `La chiave API ${name} di ${accountName} scade su ${portal}`,
    title: 'Una chiave API sta per scadere',
    before: [
      `La chiave API ${name} (${prefix}…), che hai creato per ${accountName}, scade ${onDay(date)}. Dopo quel giorno il sistema che la usa non potrà più fare chiamate.`,
      'Crea una nuova chiave, impostala nel sistema e termina quella vecchia.',
    ],
    button: 'Mostra le chiavi',
    after: [],
    reason: `Ricevi questa e-mail perché hai creato questa chiave su ${portal}. Non si può disattivare.`,
  }),

  webhook_paused: ({ accountName, host, because }, portal) => ({
    subject: `Il webhook di ${accountName} verso ${host} è stato sospeso su ${portal}`,
    title: 'Un webhook è stato sospeso',
    before: [
      because === 'gone'
        ? `${host} ha risposto che non accetta più eventi (410), perciò il webhook di ${accountName} è stato sospeso.`
        : `Per tre giorni non è stato possibile consegnare nulla a ${host}, perciò il webhook di ${accountName} è stato sospeso.`,
      'Nulla va perso: quando lo riprendi, continua da dove si era fermato. Il registro mostra che cosa è stato inviato e la risposta.',
    ],
    button: 'Mostra il webhook',
    after: [],
    reason: `Ricevi questa e-mail perché hai impostato questo webhook su ${portal}. Non si può disattivare.`,
  }),

  order_requested: (news, portal) => ({
    subject:
      news.reader === 'vendor'
        ? `Nuovo ordine ${news.orderCode} da ${news.buyerName}`
        : `Nuovo ordine ${news.orderCode} per ${news.buyerName}`,
    title: news.reader === 'vendor' ? `${news.buyerName} ha inviato un ordine` : 'È stato preparato un ordine per te',
    before: [
      news.reader === 'vendor'
        ? `${news.buyerName} desidera acquistare da ${news.vendorName}: ordine ${news.orderCode}, ${about(news)}.`
        : `${by(news.by, portal)} ha preparato l’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName}: ${about(news)}.`,
      news.reader === 'vendor'
        ? 'L’ordine attende la tua decisione.'
        : `L’ordine attende l’approvazione di ${news.vendorName}: ti terremo al corrente.`,
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_approved: (news, portal) => ({
    subject: `L’ordine ${news.orderCode} è stato approvato`,
    title: 'L’ordine è stato approvato',
    before: [
      `${by(news.by, portal)} ha approvato l’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName}: ${approved(news)}.`,
      news.reader === 'buyer'
        ? 'Da questo momento i prodotti sono nelle tue giacenze.'
        : 'I prodotti sono usciti dalle tue giacenze.',
      ...(news.rest ? [`È una parte di quanto ordinato. Il resto attende come ordine ${news.rest}.`] : []),
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_canceled: (news, portal) => ({
    subject: `L’ordine ${news.orderCode} è stato annullato`,
    title: 'L’ordine è stato annullato',
    before: [
      news.by === null
        ? `L’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName} (${about(news)}) è rimasto troppo a lungo senza una decisione e il portale lo ha annullato.`
        : `${news.by} ha annullato l’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName}: ${about(news)}.`,
      'Non è stato consegnato nulla.',
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_revoked: (news, portal) => ({
    subject: `L’ordine ${news.orderCode} è stato revocato`,
    title: 'L’ordine è stato revocato',
    before: [
      `${by(news.by, portal)} ha revocato l’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName}: ${about(news)}.`,
      news.reader === 'buyer'
        ? `I prodotti non sono più nelle tue giacenze: sono tornati a ${news.vendorName}.`
        : 'I prodotti sono tornati nelle tue giacenze.',
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_short: (news, portal) => ({
    subject: `Giacenze insufficienti per l’ordine ${news.orderCode}`,
    title: 'Le giacenze non bastano per un ordine',
    before: [
      `${by(news.by, portal)} non ha potuto approvare l’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName} (${about(news)}): le giacenze non bastano.`,
      'L’ordine resta in attesa. Acquista quello che manca, poi approvalo.',
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_delayed: (news, portal) => ({
    subject: `L’ordine ${news.orderCode} attende la tua decisione`,
    title: 'Il termine promesso per decidere sta per scadere',
    before: [
      `L’ordine ${news.orderCode} di ${news.vendorName} per ${news.buyerName} (${about(news)}) attende ancora una tua decisione.`,
      'Le ore entro cui la tua azienda promette di decidere sono quasi finite.',
    ],
    button: 'Apri l’ordine',
    after: [],
    reason: orderReason(portal),
  }),

  order_digest: ({ news }, portal) => {
    const codes = distinct(news.map(({ orderCode }) => orderCode))
    const isOne = codes.length === 1
    return {
      subject: isOne ? `Novità sull’ordine ${codes[0]}` : `Novità su ${codes.length} ordini`,
      title: isOne ? `Novità sull’ordine ${codes[0]}` : `Novità su ${codes.length} ordini`,
      before: [
        isOne
          ? `Ecco che cosa è successo all’ordine ${codes[0]}:`
          : `Ecco che cosa è successo a ${codes.length} ordini:`,
      ],
      list: news.map((change) => entryOf(it, change, portal)),
      button: 'Apri i miei ordini',
      after: [],
      reason: orderReason(portal),
    }
  },

  deal_news: ({ changes }, portal) => {
    const list = dealEntries(dealSentences, changes, (name) => by(name, portal))
    const codes = distinct(changes.map(({ code }) => code))
    const isOne = codes.length === 1
    const subject = isOne ? `Novità sulla trattativa ${codes[0]}` : `Novità su ${codes.length} trattative`
    return {
      subject: list.length === 1 ? (list[0]?.title ?? '') : subject,
      title: list.length === 1 ? 'Novità su una trattativa' : subject,
      before: [isOne ? 'Ecco che cosa è successo:' : 'Ecco che cosa è successo alle trattative:'],
      list,
      button: isOne ? 'Apri la trattativa' : 'Apri le trattative',
      after: [],
      reason: `Ricevi questa e-mail perché ${portal} ti avvisa delle novità sulle trattative. Nel tuo profilo puoi scegliere come ricevere gli avvisi.`,
    }
  },

  month_report: ({ report }, portal) => ({
    subject: capital(`${nameOfMonth(locale, report.month)} per ${report.accountName}`),
    title: capital(`${nameOfMonth(locale, report.month)} per ${report.accountName}`),
    before: [`Il mese di ${report.accountName} con tutti gli account sottostanti, e ciò che è a rischio adesso:`],
    list: monthEntries(month, report),
    button: 'Apri il report',
    after: [],
    reason: `Ricevi questa e-mail perché hai chiesto il report di ogni mese da ${portal}. Puoi disattivarlo nella pagina del report.`,
  }),

  license_due: ({ due }, portal) => {
    const keys = due.reduce((sum, each) => sum + each.keys, 0)
    const subject =
      keys === 1 ? 'Una chiave di licenza sta per scadere' : `${keys} chiavi di licenza stanno per scadere`
    return {
      subject,
      title: subject,
      before: [`${keys === 1 ? 'Rinnovala' : 'Rinnovale'} in tempo, così nessun dispositivo smette di funzionare:`],
      list: entriesOf(
        due,
        (each) => `${owners(each)}: ${ended(each)}, ${each.keys === 1 ? '' : 'la prima '}${onDay(each.firstDate)}`,
        (each) => `Entro ${days(each.days)}`,
      ),
      button: 'Apri i rinnovi',
      after: [],
      reason: `Ricevi questa e-mail perché ${portal} ti ricorda le chiavi di licenza in scadenza. Nel tuo profilo puoi scegliere come ricevere gli avvisi.`,
    }
  },

  renewal_asked: ({ productName, accountName, dueDate }, portal) => ({
    subject: `Richiesta di rinnovo di ${productName} (${accountName})`,
    title: 'È stato chiesto un rinnovo',
    before: [
      `Chi usa ${productName} di ${accountName} ne chiede il rinnovo, dalla pagina della chiave. Scade ${onDay(dueDate)}.`,
      'L’ordine è pronto: bastano uno sguardo e un clic.',
    ],
    button: 'Apri la chiave',
    after: [],
    reason: `Ricevi questa e-mail perché ricevi novità sulle chiavi di licenza da ${portal}. Puoi scegliere nel tuo profilo come essere avvisato.`,
  }),

  certificate_due: ({ due }, portal) => {
    const count = due.reduce((sum, each) => sum + each.certificates, 0)
    const subject = count === 1 ? 'Una certificazione sta per scadere' : `${count} certificazioni stanno per scadere`
    return {
      subject,
      title: subject,
      before: ['Chiedi il rinnovo in tempo, così nessuno perde il badge:'],
      list: entriesOf(
        due,
        (each) =>
          `${owners(each)}: ${each.certificates === 1 ? 'una certificazione, ' : `${each.certificates} certificazioni, la prima `}${onDay(each.firstDate)}`,
        (each) => `Entro ${days(each.days)}`,
      ),
      button: 'Apri le certificazioni',
      after: [],
      reason: `Ricevi questa e-mail perché ricevi i promemoria delle certificazioni da ${portal}. Puoi scegliere nel tuo profilo come riceverli.`,
    }
  },
}
