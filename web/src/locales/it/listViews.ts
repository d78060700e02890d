import type en from '../en/listViews.ts'
import type { Shape } from '../shape.ts'

export default {
  all: 'Tutto, senza filtri',
  save: 'Salva questa vista…',
  hint: 'Una vista conserva ricerca, filtri, date, ordine, righe per pagina e colonne.',
  full: 'Al massimo {{most}} viste per elenco: eliminane prima una.',
  name: 'Nome della vista',
  byDefault: 'Apri questo elenco con la vista',
  isDefault: 'si apre come predefinita',
  replace: 'Sostituiscila con ciò che l’elenco mostra ora',
  keep: 'Salva',
  edit: 'Modifica {{name}}',
  remove: 'Elimina',
  removeTitle: 'Eliminare la vista {{name}}?',
  copy: 'Copia l’indirizzo di {{name}}',
  copyThis: 'Copia indirizzo',
  copied: 'Indirizzo copiato',
} satisfies Shape<typeof en>
