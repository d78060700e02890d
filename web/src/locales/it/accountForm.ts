import type en from '../en/accountForm.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Nuovo account',
  codeText: 'Il numero che un altro sistema dà all’azienda. Se resta vuoto, si ricava dal nome.',
  place: 'Posizione nella rete',
  parent: 'Account superiore',
  parentText: 'Gli acquirenti non hanno account sottostanti.',
  groupText: 'Il livello subito sotto l’account superiore.',
  noGroup: 'Sotto questo account non può esserci nulla.',
  priceListText: 'Determina quanto paga l’account. Si può cambiare in seguito.',
  addPriceList: 'Crea un listino',
  company: 'Azienda',
  administrator: 'Amministratore',
  administratorText: 'Facoltativo. Riceve un invito via e-mail e da quel momento gestisce l’account.',
  email: 'E-mail',
  firstName: 'Nome',
  lastName: 'Cognome',
  save: 'Crea account',
  exampleName: 'Partner di esempio',
  another: 'Poi creane un altro',
  anotherText: 'Posizione nella rete, listino e Paese restano gli stessi.',
  made_one: '{{count}} account creato:',
  made_other: '{{count}} account creati:',
  done: 'Fine',
  invited: 'Account creato. L’invito è stato inviato a {{email}}',
  asked: 'Account creato. A {{email}} è stato chiesto di agire anche per questo',
} satisfies Shape<typeof en>
